import type pg from 'pg'
import type { Finding } from '../../src/production/spend/index.ts'
import { discrepancies, type Expected } from './discrepancies.ts'
import type { HonestScene } from './open-scene.ts'

/** Makes every discrepancy, each on jobs of its own. Returns what must be found. */
export async function makeDiscrepancies(scene: HonestScene, client: pg.Client): Promise<Expected[]> {
  // Triggers and foreign keys are off: the service itself could not write most of this.
  await client.query('set session_replication_role = replica')
  const left = new Set(scene.jobs)
  const expected: Expected[] = []
  for (const { name, make } of discrepancies) {
    const made = await make({
      ...scene,
      client,
      take(provider, isFit) {
        const found = [...left].find((job) => job.provider === provider && isFit(job))
        if (!found) throw new Error(`no job of ${provider} is left for ${name}`)
        left.delete(found)
        return found
      },
    })
    expected.push(...made)
  }
  return expected
}

/** What was not found, and what was found besides. */
export function compareFindings(expected: Expected[], findings: Finding[]) {
  const others = [...findings]
  const missed = expected.filter(({ kind, mediaId }) => {
    const at = others.findIndex(
      (one) => one.kind === kind && (mediaId === undefined || one.mediaId === mediaId),
    )
    if (at >= 0) others.splice(at, 1)
    return at < 0
  })
  return { missed, others }
}
