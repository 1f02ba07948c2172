/** From `from` to just before `to`. */
export type Period = { from: Date; to: Date }

/** One line of a bill. `costMicros`: in millionths of a US dollar. */
export type BillRow = { jobId: string; at: Date; costMicros: number }

/** What one day of an offer cost. A day is one of UTC, as `2026-11-17`. Refunds may make it negative. */
export type BillSum = { day: string; offer: string; costMicros: number }

/**
 * How a provider tells what it billed. `rows`: a line for each job; `findOfJob` reads those of one of our
 * jobs, and gives undefined where the provider cannot. `jobs`: each job must be asked for, one in `pauseMs`;
 * undefined when it has no such job, or no price of it. `sums`: only what days cost. `none`: not at all, and
 * why. Reading throws `BillUnreadable`.
 */
export type Bill =
  | {
      kind: 'rows'
      rows: AsyncIterable<BillRow>
      findOfJob?(reference: string): Promise<BillRow[] | undefined>
    }
  | { kind: 'jobs'; pauseMs: number; read(job: { jobId: string }): Promise<BillRow | undefined> }
  | { kind: 'sums'; sums: AsyncIterable<BillSum> }
  | { kind: 'none'; why: string }

/** The bill cannot be read. The message says why, in a sentence for the operator. */
export class BillUnreadable extends Error {}
