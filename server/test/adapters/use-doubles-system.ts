import { createHmac } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { type Double, type Doubles, startDoubles } from '../../harness/doubles/index.ts'
import { type TestSystem, useSystem } from '../use-system.ts'

export const MODELS = { fal: 'fal-image', kie: 'kie-image' } as const
const models = [
  { id: MODELS.fal, offers: ['fal/gpt-image-2.5-flare'] },
  { id: MODELS.kie, offers: ['kie/gpt-image-2-5-flare'] },
]

/**
 * A system that orders from the doubles of fal and kie. Fal's list of requests shows nothing in time, so that
 * only a callback leads to a lost job.
 */
export function useDoublesSystem(
  env: Record<string, string> = {},
): () => TestSystem & Record<'fal' | 'kie', Double> {
  let doubles: Doubles<'fal' | 'kie'>
  const settings = { IMAGE_STALL_SECONDS: '60', RATE_LIMIT_FACTOR: '1000', ...env }
  beforeAll(async () => {
    doubles = await startDoubles(['fal', 'kie'], {
      settings: {
        fal: { listDelayMs: 3_600_000, concurrency: null, renderMs: 800 },
        kie: { newTasksMax: null, runningMax: null, unseenReads: 0, renderMs: 800 },
      },
      operatorFile: { models },
    })
    Object.assign(settings, doubles.env, doubles.workerEnv)
  })
  const system = useSystem(settings)
  afterAll(() => doubles?.close())
  return () => ({ ...system(), ...doubles.byName })
}

/** A callback as kie signs it: the id and the time, not the body. */
export function signAsKie(taskId: string, state = 'success') {
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', 'double-webhook-key').update(`${taskId}.${seconds}`).digest('base64')
  return {
    headers: { 'x-webhook-timestamp': String(seconds), 'x-webhook-signature': signature },
    body: { code: 200, msg: 'success', data: { taskId, state, resultJson: '{"resultUrls":[]}' } },
  }
}

export type Try = { part: number; try: number; state: string; job: string | null }

export const readTries = ({ app }: TestSystem, id: string): Promise<Try[]> =>
  app.db.rows<Try>(
    `select part, try, state, provider_job_id as job from provider_submits where media_id = $1 order by try`,
    [id],
  )

export const readHinted = async ({ app }: TestSystem, id: string): Promise<string[]> => {
  const rows = await app.db.rows<{ job: string }>(
    `select provider_job_id as job from callback_hints where media_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ job }) => job)
}

/** The tasks that a double has for a media. Its references are `id` or `id/part`. */
export const tasksOf = async (double: Double, id: string): Promise<string[]> =>
  (await double.log()).submits
    .filter(({ reference }) => reference?.startsWith(id))
    .flatMap(({ taskIds }) => taskIds)
