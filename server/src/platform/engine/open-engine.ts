import { setTimeout as sleep } from 'node:timers/promises'
import { mediaRun, type SubmitOutcome } from './media-run.ts'
import { EngineAnswer, newSender } from './new-sender.ts'

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
  /**
   * Wakes a run, also while the engine restarts. A lost wake-up costs one check interval, so failures are
   * ignored.
   */
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
/** Between two attempts to start a run, while the engine refuses connections. */
const START_AGAIN_MS = 250
const WAKE_MS = 2_000
const WAKE_AGAIN_MS = 500
/** An engine that restarts is back by then. If not, the next check of the run finds what it missed. */
const WAKE_WITHIN_MS = 10_000
const REGISTER_MS = 10_000
const ADMIN_MS = 3_000

export function openEngine({ ingressUrl, adminUrl, submitWaitMs }: EngineSettings): EngineClient {
  const { send, close } = newSender()
  const post = (url: string, timeoutMs: number, body?: unknown) => send('POST', url, timeoutMs, body)
  let starting = 0
  const runOf = (id: string) => `${ingressUrl}/${mediaRun.name}/${encodeURIComponent(id)}`

  return {
    countStarting: () => starting,
    async start(id) {
      starting++
      const until = performance.now() + submitWaitMs
      const leftMs = () => Math.round(until - performance.now())
      try {
        // An engine that restarts is back within seconds. Starting a run that was started does nothing.
        for (; leftMs() > 0; await sleep(START_AGAIN_MS))
          try {
            return JSON.parse((await post(`${runOf(id)}/start`, leftMs())).text) as SubmitOutcome
          } catch {}
        return 'pending' // engine down, empty or slow: the tick starts the run
      } finally {
        starting--
      }
    },
    async restart(id) {
      await post(`${runOf(id)}/run/send`, SEND_MS, {})
    },
    async wake(wakeToken) {
      const until = performance.now() + WAKE_WITHIN_MS
      for (; performance.now() < until; await sleep(WAKE_AGAIN_MS))
        try {
          await post(`${ingressUrl}/restate/awakeables/${wakeToken}/resolve`, WAKE_MS)
          return
        } catch (error) {
          // It refused this token, and would refuse it again.
          if (error instanceof EngineAnswer && error.status < 500) return
        }
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
    close,
  }
}

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
