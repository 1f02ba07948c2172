import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { addDoubles, type Double, startDouble } from '../../harness/doubles/index.ts'
import { type TestSystem, useSystem } from '../use-system.ts'

type Doubles = { fal: Double; kie: Double }

/**
 * A system that orders from the doubles of fal and kie. Fal's list of requests shows nothing in time, so that
 * only a callback leads to a lost job.
 */
export function useDoublesSystem(env: Record<string, string> = {}): () => TestSystem & Doubles {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-doubles-'))
  let doubles: Doubles
  beforeAll(async () => {
    const listless = { listDelayMs: 3_600_000, concurrency: null, renderMs: 800 }
    const limitless = { newTasksMax: null, runningMax: null, unseenReads: 0, renderMs: 800 }
    const [fal, kie] = await Promise.all([
      startDouble({ provider: 'fal', dir, settings: listless }),
      startDouble({ provider: 'kie', dir, settings: limitless }),
    ])
    doubles = { fal, kie }
  })
  const system = useSystem({ IMAGE_STALL_SECONDS: '60', RATE_LIMIT_FACTOR: '1000', ...env }, (app) =>
    addDoubles(app, { fal: doubles.fal.url, kie: doubles.kie.url }),
  )
  afterAll(async () => {
    await Promise.all([doubles?.fal.close(), doubles?.kie.close()])
    rmSync(dir, { recursive: true, force: true })
  })
  return () => ({ ...system(), ...doubles })
}

export const MODELS = { fal: 'fal/gpt-image-2.5-flare', kie: 'kie/gpt-image-2-5-flare' } as const

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
