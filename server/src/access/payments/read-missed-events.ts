import type { Cashier } from './cashier.ts'
import { keepNews } from './payment-event.ts'

/** Stripe tells times in seconds, and an event may be listed a moment after the time that it has. */
const OVERLAP_MINUTES = 60
const FIRST_HOURS = 24

/**
 * Reads Stripe's own list of events, so that an endpoint that was away, or that was not told of refunds,
 * loses nothing. An event that came before is known by its id. At most once in `everyMs`, in one worker.
 */
export async function readMissedEvents({ db, stripe, log }: Cashier, everyMs: number): Promise<number> {
  const turn = await takeTurn(db, everyMs)
  if (!turn) return 0
  let count = 0
  const onUnread = (event: string) => log.error({ event }, 'an event of Stripe cannot be read')
  for await (const page of stripe.listEvents(turn.since, onUnread)) {
    await keepNews(db, page)
    count += page.length
  }
  await db.row(`update payment_progress set read_until = $1 where name = 'events'`, [turn.beganAt])
  return count
}

const takeTurn = (db: Cashier['db'], everyMs: number) =>
  db.row<{ since: Date; beganAt: Date }>(
    `insert into payment_progress (name, read_until, asked_at)
     values ('events', clock_timestamp() - interval '${FIRST_HOURS} hours', clock_timestamp())
     on conflict (name) do update set asked_at = clock_timestamp()
       where payment_progress.asked_at < clock_timestamp() - $1 * interval '1 ms'
     returning read_until - interval '${OVERLAP_MINUTES} minutes' as since, asked_at as "beganAt"`,
    [everyMs],
  )
