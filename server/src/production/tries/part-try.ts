import { consequenceOf, type ErrorClass, type Handle } from '#platform/providers'

/** The newest try of one part of a job. Most jobs have one part. */
export type PartTry = {
  part: number
  try: number
  /** By which route of its job it was sent, to whom, and for what. */
  route: number
  provider: string
  offer: string
  state: 'intent' | 'unknown' | 'accepted' | 'refused'
  handle: Handle | null
  error_class: ErrorClass | null
  is_ended: boolean
  /** What it may cost is noted. */
  is_priced: boolean
  /** Since it was recorded; of an intent that was answered with files, since that answer. */
  age_ms: number
  /** An intent that was answered: its files are being stored. */
  is_answered: boolean
  /** Since the provider accepted it. */
  rendering_ms: number
}

/** Before handles were stored, the id was all there was. */
export const handleOf = (submit: string): string =>
  `coalesce(${submit}.handle, jsonb_build_object('jobId', ${submit}.provider_job_id))`

/** The columns of a `PartTry`, beside its media `m`. */
export const tryColumns = `s.part, s.try, s.route, coalesce(s.provider, m.provider) as provider,
  coalesce(s.offer, m.model) as offer, s.state, s.error_class, s.ended_at is not null as is_ended,
  s.expected_cost_micros is not null as is_priced,
  case when s.state = 'accepted' then ${handleOf('s')} end as handle,
  s.state = 'intent' and s.answered_at is not null as is_answered,
  (extract(epoch from clock_timestamp() - case when s.state = 'intent' and s.answered_at is not null
     then s.answered_at else s.started_at end) * 1000)::int as age_ms,
  (extract(epoch from clock_timestamp() - s.answered_at) * 1000)::int as rendering_ms`

/**
 * Of all tries of a job, the newest of each part. A try is never abandoned without a later one. Tries of
 * routes that were left are no parts of the job any more: all of them were refused.
 */
export function newestTries<Row extends PartTry>(rows: Row[]): Row[] {
  const newestFirst = rows.toSorted((a, b) => b.try - a.try)
  const newest = new Map<number, Row>()
  for (const row of newestFirst)
    if (row.route === newestFirst[0]?.route && !newest.has(row.part)) newest.set(row.part, row)
  return [...newest.values()].toSorted((a, b) => a.part - b.part)
}

/** The provider refused it for good, or nobody will ever know: its files are missing. */
export const isLost = ({ state, error_class, is_ended }: PartTry): boolean =>
  state === 'refused'
    ? error_class !== null && !consequenceOf(error_class).isTemporary
    : state !== 'accepted' && is_ended
