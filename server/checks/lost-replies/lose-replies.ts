import { setTimeout as sleep } from 'node:timers/promises'
import { runParallel } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { printProgress } from '../../harness/report/index.ts'
import type { ProviderName, Shop } from './open-shop.ts'

/** What became of jobs at one provider. */
export type Outcome = {
  ids: string[]
  completed: number
  /** Recorded as accepted, by the name that the provider gave the job. */
  accepted: number
  boughtTwice: string[]
  /** From the end of a job at its provider until it is completed for its owner. */
  latenciesMs: number[]
}

const IN_PARALLEL = 4
const PAUSE_MS = 150
const WITHIN_MS = 120_000

type Bought = { id: string; status: string; job: string | null; finished_ms: number | null }

/** Orders jobs, with or without the answers to their submits, and waits until all of them are final. */
export async function loseReplies(
  shop: Shop,
  provider: ProviderName,
  { jobs, areLost }: { jobs: number; areLost: boolean },
): Promise<Outcome> {
  const double = shop.doubles[provider]
  if (areLost) await double.fault({ fault: 'lost_reply', on: 'submit', times: null })
  const ids: string[] = []
  await runParallel(IN_PARALLEL, Array(jobs).keys(), async (at) => {
    ids.push(await shop.submit(provider, `${areLost ? 'lost' : 'answered'} mug ${at}`))
    if (ids.length % 100 === 0) printProgress(`${provider}: ${ids.length} submits`)
    await sleep(PAUSE_MS)
  })
  const read = () =>
    shop.query<Bought>(
      `select m.id, m.status, s.provider_job_id as job,
         extract(epoch from m.finished_at) * 1000 as finished_ms
     from media m left join provider_submits s on s.media_id = m.id
     where m.id in (${ids.map((id) => `'${id}'`).join(', ')})`,
    )
  const isFinal = ({ status }: Bought) => status !== 'queued' && status !== 'processing'
  await waitUntil('every job is final', async () => (await read()).every(isFinal), {
    withinMs: WITHIN_MS,
    everyMs: 1_000,
  })
  await double.clearFaults()
  const rows = await read()
  const log = await double.log()
  const endedAt = new Map(log.jobs.map(({ id, finishedAt }) => [id, finishedAt]))
  const tasksOf = (id: string) =>
    log.submits.filter(({ reference }) => reference?.split('/')[0] === id).flatMap(({ taskIds }) => taskIds)
  return {
    ids,
    completed: rows.filter(({ status }) => status === 'completed').length,
    accepted: rows.filter(({ id, job }) => job !== null && tasksOf(id).includes(job)).length,
    boughtTwice: ids.filter((id) => tasksOf(id).length !== 1),
    latenciesMs: rows.flatMap(({ job, finished_ms }) => {
      const ended = endedAt.get(job ?? '')
      return ended && finished_ms !== null ? [Number(finished_ms) - ended] : []
    }),
  }
}
