import type { Rows } from '#platform/db'
import type { Fact, News } from '#platform/stripe'

/** An event as it is stored. */
export type PaymentEvent = {
  id: string
  fact: Fact
  is_live: boolean
  created_at: Date
  applied_at: Date | null
  outcome: string | null
}

/** Stores what events say, each once. Who sent them may be answered as soon as this returns. */
export async function keepNews(db: Rows, news: News[]): Promise<void> {
  await db.rows(
    `select keep_payment_event(n.id, n.type, n.subject, n.fact, n.is_live, n.created_at)
     from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::boolean[], $6::timestamptz[])
       as n (id, type, subject, fact, is_live, created_at)`,
    [
      news.map(({ id }) => id),
      news.map(({ type }) => type),
      news.map(({ subject }) => subject),
      news.map(({ fact }) => JSON.stringify(fact)),
      news.map(({ isLive }) => isLive),
      news.map(({ createdAt }) => createdAt),
    ],
  )
}

/** Everything that was said about a payment, in no order that matters. */
export const readEvents = (tx: Rows, subject: string): Promise<PaymentEvent[]> =>
  tx.rows(
    `select id, fact, is_live, created_at, applied_at, outcome from payment_events
     where subject = $1 order by created_at, id`,
    [subject],
  )

/** Of events that are stored and not yet applied. */
export const readUnapplied = (db: Rows): Promise<{ count: number; oldestSeconds: number } | undefined> =>
  db.row(
    `select count(*)::int as count, coalesce(
       extract(epoch from clock_timestamp() - min(received_at)), 0)::float8 as "oldestSeconds"
     from payment_events where applied_at is null`,
  )

export type Outcome = { id: string; outcome: string }

export async function saveOutcomes(tx: Rows, outcomes: Outcome[]): Promise<void> {
  await tx.rows(
    `update payment_events e set applied_at = clock_timestamp(), outcome = o.outcome
     from unnest($1::text[], $2::text[]) as o (id, outcome) where e.id = o.id`,
    [outcomes.map(({ id }) => id), outcomes.map(({ outcome }) => outcome)],
  )
}
