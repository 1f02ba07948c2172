import { queryDatabase } from '../../harness/driver/index.ts'
import type { Damage } from './run-kills.ts'
import type { ClientLog } from './run-load.ts'

const EVERY_MS = 10_000

/** One short line every ten seconds. */
export function printProgress(
  databaseUrl: string,
  clientLog: ClientLog,
  damage: Damage,
  print: (text: string) => void,
) {
  const timer = setInterval(async () => {
    const acknowledged = new Set(
      clientLog.answers.filter(({ kind }) => kind === 'acknowledged').map(({ id }) => id),
    )
    const killed = Object.values(damage.kills).reduce((sum, count) => sum + count, damage.restarts.length)
    const media = await queryDatabase(databaseUrl, (query) =>
      query<{ status: string; count: number }>(
        `select status, count(*) from media where parent_id is null group by status order by status`,
      ),
    ).catch(() => [])
    const states = media.map(({ status, count }) => `${count} ${status}`).join(', ')
    print(
      `${clientLog.answers.length} requests, ${acknowledged.size} acknowledged, ${killed} kills; ` +
        (states || 'the database is down'),
    )
  }, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
