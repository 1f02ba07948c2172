import { DAYS_MAX, type DaysQuery } from '@atelier/contract'
import { Refusal } from '#platform/refusal'

export type Period = { since: string; until: string }

const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** The UTC days that a query asks for: by default the last 30, never more than 92. */
export function readPeriod({ since, until }: DaysQuery, now = new Date()): Period {
  const last = until ?? dayOf(now.getTime())
  const first = since ?? dayOf(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS)
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  if (days < 1 || days > DAYS_MAX)
    throw new Refusal('invalid_request', `since must be 0 to ${DAYS_MAX - 1} days before until.`, {
      field: 'since',
    })
  return { since: first, until: last }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
