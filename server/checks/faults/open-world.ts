import { type DoubleName, type Doubles, doubleNames, startDoubles } from '../../harness/doubles/index.ts'
import {
  type CallApi,
  callAs,
  drawPicture,
  fastPostgres,
  openSystem,
  writeForm,
} from '../../harness/driver/index.ts'
import type { System } from '../../harness/processes/index.ts'

export type World = {
  doubles: Doubles
  system: System
  databaseUrl: string
  /** The key of the user who orders everything, and ids of photos to order with. */
  apiKey: string
  photoIds: string[]
  /** Whether callers are answered when the provider has answered, or at once. */
  setCallers(wait: 'waits' | 'left'): Promise<void>
}

/** A stalled job ends within this; a provider that does not answer is asked for 30 s longer. */
export const WINDOW_SECONDS = 60

/**
 * The submit of a caller who left is answered before the provider has: by the api, and in the eyes of the
 * worker. The api needs the time to start the run. With as much time for the worker, a provider that refuses
 * at once would refuse a caller who still waits.
 */
const SUBMIT_WAIT_SECONDS = {
  waits: { api: '8', worker: '8' },
  left: { api: '0.02', worker: '0.001' },
}

/** No double refuses or delays an order unless a cell says so. */
const settings = {
  fal: { renderMs: 400, videoMs: 800, concurrency: null },
  kie: { renderMs: 400, videoMs: 800, newTasksMax: null, runningMax: null },
  openai: { renderMs: 400, renderSpreadMs: 0 },
  runway: { renderMs: 400, videoMs: 800, concurrency: null, dailyGenerations: null },
} as const

/** One offer of each provider and kind under a name of its own, so that a cell can choose its provider. */
const offers: Record<DoubleName, { image: string; video?: string }> = {
  fal: { image: 'fal/gpt-image-2.5-flare', video: 'fal/seedance-2.5' },
  kie: { image: 'kie/gpt-image-2-5-flare', video: 'kie/seedance-2-5' },
  openai: { image: 'openai/gpt-image-2.5-flare' },
  runway: { image: 'runway/gpt-image-2-5-flare', video: 'runway/seedance2-5' },
}

export const modelOf = (provider: DoubleName, kind: 'image' | 'video'): string => `${provider}-${kind}`

/** The four doubles, and one real system that has them as its providers. */
export async function openWorld(): Promise<World> {
  const doubles = await startDoubles(doubleNames, { settings, operatorFile: { models: listModels() } })
  const opened = await openSystem('faults', {
    env: {
      ...doubles.env,
      LOG_LEVEL: 'info',
      RATE_LIMIT_FACTOR: '100000',
      IMAGE_STALL_SECONDS: String(WINDOW_SECONDS),
      VIDEO_STALL_SECONDS: String(WINDOW_SECONDS),
      SUBMIT_WAIT_SECONDS: SUBMIT_WAIT_SECONDS.left.api,
      TICK_SECONDS: '2',
    },
    workerEnv: { ...doubles.workerEnv, SUBMIT_WAIT_SECONDS: SUBMIT_WAIT_SECONDS.left.worker },
    postgres: fastPostgres,
  })
  const { system, databaseUrl, owner } = opened
  const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey })
  return {
    ...{ doubles, system, databaseUrl, apiKey: owner.apiKey },
    photoIds: await createPhotos(call),
    setCallers: async (wait) => {
      const servers = [...system.apis, ...system.workers]
      const { api, worker } = SUBMIT_WAIT_SECONDS[wait]
      for (const one of system.apis) one.setEnv({ SUBMIT_WAIT_SECONDS: api })
      for (const one of system.workers) one.setEnv({ SUBMIT_WAIT_SECONDS: worker })
      await Promise.all(servers.map((one) => one.stop()))
      await Promise.all(servers.map((one) => one.start()))
    },
  }
}

const listModels = () =>
  doubleNames.flatMap((provider) =>
    Object.entries(offers[provider]).map(([kind, offer]) => ({
      id: modelOf(provider, kind as 'image' | 'video'),
      offers: [offer],
    })),
  )

async function createPhotos(call: CallApi): Promise<string[]> {
  const { product } = await call('POST', '/api/gen/products', { body: { name: 'a mug' } })
  const addPhoto = async (label: string): Promise<string> => {
    const form = await writeForm({ label }, drawPicture())
    return (await call('POST', `/api/gen/products/${product.id}/reference`, { form })).photo.id
  }
  return [await addPhoto('front'), await addPhoto('back')]
}
