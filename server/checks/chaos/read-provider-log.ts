import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenSystem } from '../../harness/driver/index.ts'
import type { ChaosDoubles } from './on-doubles/open-doubles.ts'
import { readDoublesLog } from './on-doubles/read-doubles-log.ts'
import { type ProviderLog, SIMULATOR } from './provider-log.ts'

/** The log of the simulator and, if there are any, of the doubles. */
export async function readProviderLog(
  opened: OpenSystem,
  doubles: ChaosDoubles | undefined,
): Promise<ProviderLog> {
  const simulated = await readSimulatorLog(opened)
  if (!doubles) return simulated
  const { submits, jobs, counts } = await readDoublesLog(doubles)
  // The simulator serves the test keys only, so the counts are those of the doubles.
  return {
    submits: [...simulated.submits, ...submits],
    jobs: [...simulated.jobs, ...jobs],
    counts,
    referenceUrls: simulated.referenceUrls,
  }
}

async function readSimulatorLog({ system, dir }: OpenSystem): Promise<ProviderLog> {
  const answer = await fetch(`${system.simulator.url}/__double/log`, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`the provider's log answered ${answer.status}`)
  const { submits, jobs, counts } = (await answer.json()) as Omit<ProviderLog, 'referenceUrls'>
  const common = { provider: SIMULATOR, part: 0 }
  return {
    submits: submits.map((submit) => ({ ...submit, ...common })),
    jobs: jobs.map((job) => ({ ...job, ...common })),
    counts,
    referenceUrls: await readReferenceUrls(join(dir, 'simulator', 'data', 'journal.jsonl')),
  }
}

type Line = { kind: string; job?: { id: string; references: { url: string }[] } }

async function readReferenceUrls(journal: string): Promise<Map<string, string[]>> {
  const lines = (await readFile(journal, 'utf8')).split('\n').filter(Boolean)
  const jobs = lines.map((line) => (JSON.parse(line) as Line).job).filter((job) => job !== undefined)
  return new Map(jobs.map((job) => [job.id, job.references.map(({ url }) => url)]))
}
