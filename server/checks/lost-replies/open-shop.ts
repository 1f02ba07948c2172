import { Agent } from 'undici'
import { type Double, startDouble } from '../../harness/doubles/index.ts'
import { callAs, fastPostgres, fastSettings, openSystem, queryDatabase } from '../../harness/driver/index.ts'
import { mutatedEnv } from '../../harness/mutation/index.ts'

export type ProviderName = 'fal' | 'kie'
const MODELS = { fal: 'fal/gpt-image-2.5-flare', kie: 'kie/gpt-image-2-5-flare' } as const

/** A system that orders from the doubles of fal and kie, and what a check does with it. */
export type Shop = Awaited<ReturnType<typeof openShop>>

const IN_PARALLEL = 16
const RENDER_MS = 1_500

/**
 * Fal's list of requests shows nothing in time: it would find lost jobs, too. Kie has a record of a task at
 * once, as it has in reality when the task is done.
 */
export async function openShop(dir: string) {
  const [fal, kie] = await Promise.all([
    startDouble({
      provider: 'fal',
      dir,
      settings: { listDelayMs: 3_600_000, concurrency: null, renderMs: RENDER_MS },
    }),
    startDouble({
      provider: 'kie',
      dir,
      settings: { newTasksMax: null, runningMax: null, unseenReads: 0, renderMs: RENDER_MS },
    }),
  ])
  const doubles: Record<ProviderName, Double> = { fal, kie }
  const env = { ...fastSettings, ...(await mutatedEnv(orderFrom({ fal: fal.url, kie: kie.url }))) }
  const { system, owner, databaseUrl } = await openSystem('lost-replies', { env, postgres: fastPostgres })
  const dispatcher = new Agent({ connections: IN_PARALLEL })
  const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey }, dispatcher)
  return {
    doubles,
    dispatcher,
    submit: async (provider: ProviderName, prompt: string): Promise<string> => {
      const body = { prompt, model: MODELS[provider] }
      return (await call('POST', '/api/gen/image', { body })).id
    },
    query: <Row>(text: string): Promise<Row[]> => queryDatabase(databaseUrl, (query) => query<Row>(text)),
    close: async () => {
      await dispatcher.close()
      await Promise.all([fal.close(), kie.close()])
    },
  }
}

/** The processes are started with the doubles among their providers. */
const orderFrom = (urls: Record<ProviderName, string>) => [
  {
    file: 'entry/open-app.ts',
    from: `import { openHeavyWork } from '#platform/turns'`,
    to: `import { openHeavyWork } from '#platform/turns'
import { addDoubles } from '../../harness/doubles/index.ts'`,
  },
  {
    file: 'entry/open-app.ts',
    from: `  const providers = newProviders(config)`,
    to: `  const offered = { providers: newProviders(config) }
  addDoubles(offered as App, ${JSON.stringify(urls)})
  const { providers } = offered`,
  },
]
