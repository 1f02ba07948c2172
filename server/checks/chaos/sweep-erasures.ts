import { queryDatabase, runStatements } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'

const WITHIN_MS = 120_000

/**
 * A slow step may store a file again after its erasure. The service looks for such files a second time, 15
 * minutes after the erasure. Makes it believe that they have passed, and waits until it has looked. What is
 * not swept in time stays unswept, which is a finding.
 */
export async function sweepErasures(databaseUrl: string): Promise<void> {
  await runStatements(databaseUrl, [
    `update erasures set done_at = done_at - interval '15 minutes' where swept_at is null`,
  ])
  const isSwept = async () => {
    const unswept = await queryDatabase(databaseUrl, (query) =>
      query('select id from erasures where swept_at is null limit 1'),
    )
    return unswept.length === 0
  }
  const options = { withinMs: WITHIN_MS, everyMs: 500 }
  await waitUntil('every erasure is swept', isSwept, options).catch(() => undefined)
}
