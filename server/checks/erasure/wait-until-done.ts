import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../../harness/driver/index.ts'

const WITHIN_MS = 120_000

/** The erasures that are not completed in time: the ticks complete those that a kill interrupted. */
export async function waitUntilDone(databaseUrl: string): Promise<string[]> {
  for (const until = Date.now() + WITHIN_MS; ; await sleep(500)) {
    const open = await queryDatabase(databaseUrl, (query) =>
      query<{ id: string; kind: string }>(`select id, kind from erasures where done_at is null`),
    )
    if (open.length === 0 || Date.now() > until) return open.map(({ id, kind }) => `${kind} ${id}`)
  }
}
