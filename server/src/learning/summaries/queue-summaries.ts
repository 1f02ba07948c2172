import { readBalances } from '#access/credits'
import { ownerOf } from '#access/identity'
import { queueNotice, takeDueSummary } from '#access/mail'
import { countTiers } from '#learning/evidence'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { countMedia, readSpend } from '#production/overview'

const DAY_MS = 86_400_000

/**
 * Writes the summaries that are due, each in one commit with the date of the next one. `now`: after the week
 * that they tell of.
 */
export async function queueSummaries(
  { db, config }: Pick<App, 'db' | 'config'>,
  isStopped: () => boolean,
  now = new Date(),
): Promise<void> {
  while (!isStopped() && (await db.transaction((tx) => queueNext(tx, config, now))));
}

async function queueNext(tx: Tx, config: App['config'], now: Date): Promise<boolean> {
  const userId = await takeDueSummary(tx)
  if (userId === undefined) return false
  const facts = await readWeek(tx, userId, now)
  await queueNotice(tx, config, userId, { kind: 'weekly_summary', facts })
  return true
}

/** The seven UTC days before today. */
async function readWeek(tx: Tx, userId: string, now: Date) {
  const owner = ownerOf(userId, 'live')
  const dayOf = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  const days = { since: dayOf(7), until: dayOf(1) }
  const made = (await countMedia(tx, owner, days)).days
  const sum = (of: (day: (typeof made)[number]) => number) => made.reduce((all, day) => all + of(day), 0)
  const { total } = await readSpend(tx, owner, { by: 'day', ...days })
  const tiers = await countTiers(tx, owner)
  return {
    ...days,
    images: sum(({ images }) => images),
    videos: sum(({ videos }) => videos),
    failed: sum(({ failed, stalled }) => failed + stalled),
    spent: total.spent,
    balance: (await readBalances(tx, [userId])).get(userId) ?? 0,
    winners: tiers.winner ?? 0,
    promising: tiers.promising ?? 0,
  }
}
