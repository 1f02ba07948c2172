import { Agent } from 'undici'
import { startDoubles } from '../../harness/doubles/index.ts'
import { callAs, fastPostgres, fastSettings, openSystem, queryDatabase } from '../../harness/driver/index.ts'

export type ProviderName = 'fal' | 'kie'
const MODELS = { fal: 'fal-image', kie: 'kie-image' } as const
const models = [
  { id: MODELS.fal, offers: ['fal/gpt-image-2.5-flare'] },
  { id: MODELS.kie, offers: ['kie/gpt-image-2-5-flare'] },
]

/** A system that orders from the doubles of fal and kie, and what a check does with it. */
export type Shop = Awaited<ReturnType<typeof openShop>>

const IN_PARALLEL = 16
const RENDER_MS = 1_500

/**
 * Fal's list of requests shows nothing in time: it would find lost jobs, too. Kie has a record of a task at
 * once, as it has in reality when the task is done.
 */
export async function openShop() {
  const doubles = await startDoubles(['fal', 'kie'], {
    settings: {
      fal: { listDelayMs: 3_600_000, concurrency: null, renderMs: RENDER_MS },
      kie: { newTasksMax: null, runningMax: null, unseenReads: 0, renderMs: RENDER_MS },
    },
    operatorFile: { models },
  })
  const { system, owner, databaseUrl } = await openSystem('lost-replies', {
    env: { ...fastSettings, ...doubles.env },
    workerEnv: doubles.workerEnv,
    postgres: fastPostgres,
  })
  const dispatcher = new Agent({ connections: IN_PARALLEL })
  const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey }, dispatcher)
  return {
    doubles: doubles.byName,
    dispatcher,
    submit: async (provider: ProviderName, prompt: string): Promise<string> => {
      const body = { prompt, model: MODELS[provider] }
      return (await call('POST', '/api/gen/image', { body })).id
    },
    query: <Row>(text: string): Promise<Row[]> => queryDatabase(databaseUrl, (query) => query<Row>(text)),
    close: async () => {
      await dispatcher.close()
      await doubles.close()
    },
  }
}
