import { Agent, request } from 'undici'
import { mediaRun, type SubmitOutcome } from './media-run.ts'

/**
 * The client of the engine. Any failure of `start` reads as "pending": Postgres holds the state, and the tick
 * starts the run.
 */
export type EngineClient = {
  /** Starts the run of a media and waits up to `submitWaitMs` for the provider's response. */
  start(id: string): Promise<SubmitOutcome>
  /** Starts a run without waiting; does nothing if the run is alive. */
  restart(id: string): Promise<void>
  /** Wakes a run. A lost wake-up costs one check interval, so failures are ignored. */
  wake(wakeToken: string): Promise<void>
  /**
   * Registers the worker's URL. `new`: the engine did not know it, so its disk is empty and all runs are
   * lost.
   */
  register(workerUrl: string, force: boolean): Promise<'new' | 'known'>
  close(): Promise<void>
}

export type EngineSettings = { ingressUrl: string; adminUrl: string; submitWaitMs: number }

const SEND_MS = 5_000
/** An engine that does not respond must not delay a callback or a poll. */
const WAKE_MS = 2_000
const REGISTER_MS = 10_000

/**
 * Plain HTTP to the engine's documented endpoints. Its own client does the same through fetch and takes about
 * one millisecond of CPU more per call.
 */
export function openEngine({ ingressUrl, adminUrl, submitWaitMs }: EngineSettings): EngineClient {
  const dispatcher = new Agent({ connections: 256, connect: { timeout: 1_000 } })
  const post = async (url: string, timeoutMs: number, body?: unknown) => {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`the engine answered ${answer.statusCode}: ${text}`)
    return { status: answer.statusCode, text }
  }
  const runOf = (id: string) => `${ingressUrl}/${mediaRun.name}/${encodeURIComponent(id)}`

  return {
    async start(id) {
      try {
        return JSON.parse((await post(`${runOf(id)}/start`, submitWaitMs)).text) as SubmitOutcome
      } catch {
        return 'pending' // engine down, empty or slow: the tick starts the run
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
    close: () => dispatcher.close(),
  }
}
