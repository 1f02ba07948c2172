import { Agent, type Dispatcher, request } from 'undici'
import { mediaRun, type SubmitOutcome } from './media-run.ts'

/**
 * The client of the engine. Any failure of `start` reads as "pending": Postgres holds the state, and the tick
 * starts the run.
 */
export type EngineClient = {
  /** Starts the run of a media and waits up to `submitWaitMs` for the provider's response. */
  start(id: string): Promise<SubmitOutcome>
  /** How many calls of `start` have not ended. */
  countStarting(): number
  /** Starts a run without waiting; does nothing if the run is alive. */
  restart(id: string): Promise<void>
  /** Wakes a run. A lost wake-up costs one check interval, so failures are ignored. */
  wake(wakeToken: string): Promise<void>
  /** Registers the worker's URL. New runs go there. With `force` the engine reads its code again. */
  register(workerUrl: string, force: boolean): Promise<'new' | 'known'>
  /** The addresses that the engine sends runs to. None: its disk is empty, and all runs are lost. */
  listDeployments(): Promise<Deployment[]>
  /** The ids of the deployments that have started runs. */
  listUsedDeployments(): Promise<Set<string>>
  /** Gives a deployment another address: its new and its started runs continue there. */
  move(deploymentId: string, workerUrl: string): Promise<void>
  remove(deploymentId: string): Promise<void>
  close(): Promise<void>
}

/** An address of a worker, as the engine knows it. Only the current one gets new runs. */
export type Deployment = { id: string; url: string; isCurrent: boolean }

export type EngineSettings = { ingressUrl: string; adminUrl: string; submitWaitMs: number }

const SEND_MS = 5_000
/** An engine that does not respond must not delay a callback or a poll. */
const WAKE_MS = 2_000
const REGISTER_MS = 10_000
const ADMIN_MS = 3_000

/**
 * Plain HTTP to the engine's documented endpoints. Its own client does the same through fetch and takes about
 * one millisecond of CPU more per call.
 */
export function openEngine({ ingressUrl, adminUrl, submitWaitMs }: EngineSettings): EngineClient {
  const dispatcher = new Agent({ connections: 256, connect: { timeout: 1_000 } })
  const send = async (method: Dispatcher.HttpMethod, url: string, timeoutMs: number, body?: unknown) => {
    const answer = await request(url, {
      dispatcher,
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`the engine answered ${answer.statusCode}: ${text}`)
    return { status: answer.statusCode, text }
  }
  const post = (url: string, timeoutMs: number, body?: unknown) => send('POST', url, timeoutMs, body)
  let starting = 0
  const runOf = (id: string) => `${ingressUrl}/${mediaRun.name}/${encodeURIComponent(id)}`

  return {
    countStarting: () => starting,
    async start(id) {
      starting++
      try {
        return JSON.parse((await post(`${runOf(id)}/start`, submitWaitMs)).text) as SubmitOutcome
      } catch {
        return 'pending' // engine down, empty or slow: the tick starts the run
      } finally {
        starting--
      }
    },
    async restart(id) {
      await post(`${runOf(id)}/run/send`, SEND_MS, {})
    },
    async wake(wakeToken) {
      await post(`${ingressUrl}/restate/awakeables/${wakeToken}/resolve`, WAKE_MS).catch(() => undefined)
    },
    async register(workerUrl, force) {
      const { status } = await post(`${adminUrl}/deployments`, REGISTER_MS, { uri: workerUrl, force })
      return status === 201 ? 'new' : 'known'
    },
    async listDeployments() {
      return toDeployments(JSON.parse((await send('GET', `${adminUrl}/deployments`, ADMIN_MS)).text))
    },
    async listUsedDeployments() {
      const query = `select distinct pinned_deployment_id as id from sys_invocation`
      const { rows } = JSON.parse((await post(`${adminUrl}/query`, REGISTER_MS, { query })).text) as {
        rows: { id: string }[]
      }
      return new Set(rows.map(({ id }) => id))
    },
    async move(deploymentId, workerUrl) {
      await send('PATCH', `${adminUrl}/deployments/${deploymentId}`, ADMIN_MS, { uri: workerUrl })
    },
    async remove(deploymentId) {
      await send('DELETE', `${adminUrl}/deployments/${deploymentId}?force=true`, ADMIN_MS)
    },
    close: () => dispatcher.close(),
  }
}

const json = { 'content-type': 'application/json', accept: 'application/json' }

type ListedDeployments = {
  deployments: { id: string; uri?: string; services: { name: string; revision: number }[] }[]
}

/** Those that run our workflow. The newest revision is the current one. */
function toDeployments({ deployments }: ListedDeployments): Deployment[] {
  const ours = deployments.flatMap(({ id, uri, services }) => {
    const revision = services.find(({ name }) => name === mediaRun.name)?.revision
    return uri && revision !== undefined ? [{ id, url: uri, revision }] : []
  })
  const newest = Math.max(...ours.map(({ revision }) => revision))
  return ours.map(({ id, url, revision }) => ({ id, url, isCurrent: revision === newest }))
}
