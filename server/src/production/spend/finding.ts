/**
 * What does not match, by its kind, in words that follow the ids. Where two books disagree, the kind names
 * the one that has too much or too little.
 */
const kinds = {
  billed_without_try: 'the provider billed a job that no try bought',
  billed_refused_try: 'the provider billed a try that it refused, or that was abandoned',
  billed_unknown_try: 'the provider billed a try whose answer was lost',
  billed_twice: 'the bill has several lines for one job',
  billed_on_another_day: 'the bill has a line in this period for a job of another day',
  not_billed: 'the provider accepted a try that the bill does not have',
  cost_differs: 'the bill and our records have different costs',
  day_differs: 'what the provider billed for a day differs from the tries of that day',
  completed_without_try: 'the job is completed, and no provider accepted a try of it',
  try_after_accepted: 'a try was made after an accepted one of the same part',
  try_never_ended: 'the provider has or bills a try, and its job ended without its result',
  job_bound_twice: 'two tries have the same job of the provider',
  test_job_at_provider: 'a job of a test key went to a real provider',
  live_job_at_simulator: 'a job of a live key went to the simulator',
  media_without_charge: 'the job has no charge',
  charge_without_media: 'a charge or a refund has no job',
  charged_twice: 'the job has several charges',
  charge_differs: 'the charge is not the price of the job',
  refund_missing: 'the job failed or stalled, and was not refunded',
  refund_too_small: 'the job failed or stalled, and was refunded in part',
  refund_without_failure: 'the job was refunded, and nothing of it is missing',
  refund_too_large: 'the refund is larger than the charge',
  refunded_twice: 'the job has several refunds',
  partial_refund_wrong: 'the refund is not the price of the missing files',
  unknown_try: 'nobody knows whether the provider accepted the try: it may cost this much',
} as const

export type Kind = keyof typeof kinds

/** One row that does not match. Costs are in millionths of a US dollar. */
export type Finding = {
  kind: Kind
  provider?: string
  mediaId?: string
  try?: number
  part?: number
  /** What the provider calls the job. */
  jobId?: string
  /** Of the ledger. */
  entryId?: string
  /** Of UTC, with the offer that was bought. */
  day?: string
  offer?: string
  at?: string
  billedMicros?: number
  recordedMicros?: number
  /** What an unknown try costs at most, by the prices that we know. */
  possibleMicros?: number
  chargedCredits?: number
  refundedCredits?: number
  owedCredits?: number
}

export type AddFinding = (finding: Finding) => void

/** A finding in one line: its kind, its ids, its amounts, and what the kind means. */
export function describeFinding(finding: Finding): string {
  const { kind, billedMicros, recordedMicros, possibleMicros, ...rest } = finding
  const ids = Object.entries(rest).map(([name, value]) => `${name}=${value}`)
  const costs = Object.entries({ billed: billedMicros, recorded: recordedMicros, possible: possibleMicros })
    .filter(([, micros]) => micros !== undefined)
    .map(([name, micros]) => `${name}=${inDollars(micros ?? 0)}`)
  return `${kind}: ${[...ids, ...costs].join(' ')}: ${kinds[kind]}`
}

export const inDollars = (micros: number): string =>
  `${micros < 0 ? '-' : ''}$${(Math.abs(micros) / 1_000_000).toFixed(4)}`
