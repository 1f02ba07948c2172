import { queryDatabase } from './query-database.ts'
import type { Damage } from './run-kills.ts'
import type { Diary } from './run-load.ts'

const EVERY_MS = 10_000

/** One short line every ten seconds. */
export function sayProgress(databaseUrl: string, diary: Diary, damage: Damage, say: (text: string) => void) {
  const tell = async () => {
    const acknowledged = new Set(
      diary.told.filter((told) => told.kind === 'acknowledged').map(({ id }) => id),
    )
    const killed = Object.values(damage.kills).reduce((sum, count) => sum + count, 0)
    const media = await queryDatabase(databaseUrl, (query) =>
      query<{ status: string; count: number }>(
        `select status, count(*) from media where parent_id is null group by status order by status`,
      ),
    ).catch(() => [])
    const states = media.map(({ status, count }) => `${count} ${status}`).join(', ')
    say(
      `${diary.told.length} requests, ${acknowledged.size} acknowledged, ${killed} kills; ` +
        (states || 'the database is away'),
    )
  }
  const timer = setInterval(tell, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
