import { setTimeout as sleep } from 'node:timers/promises'
import type { Outage } from '#platform/log'
import { mediaRun, type SubmitOutcome } from './media-run.ts'
import { type EngineAdmin, newEngineAdmin } from './new-engine-admin.ts'
import { EngineAnswer, newSender, type Sender } from './new-sender.ts'

/**
 * The client of the engine. Any failure of `start` reads as "pending": Postgres holds the state, and the tick
 * starts the run.
 */
export type EngineClient = EngineAdmin & {
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
  close(): Promise<void>
}

export type EngineSettings = { ingressUrl: string; adminUrl: string; submitWaitMs: number; outage?: Outage }

const SEND_MS = 5_000
/** Between two attempts to start a run, while the engine refuses connections. */
const START_AGAIN_MS = 250
const WAKE_MS = 2_000
const WAKE_AGAIN_MS = 500
/** An engine that restarts is back by then. If not, the next check of the run finds what it missed. */
const WAKE_WITHIN_MS = 10_000

export function openEngine({ ingressUrl, adminUrl, submitWaitMs, outage }: EngineSettings): EngineClient {
  const { send: sendUnwatched, close } = newSender()
  const send = tellOutages(sendUnwatched, outage)
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
            const { text } = await sendUnwatched('POST', `${runOf(id)}/start`, leftMs())
            outage?.worked()
            return JSON.parse(text) as SubmitOutcome
          } catch (error) {
            // The provider took its time.
            if (isDown(error) && !isTimeout(error)) outage?.failed(error)
          }
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
    ...newEngineAdmin(send, adminUrl),
    close,
  }
}

const isTimeout = (error: unknown): boolean => (error as Error).name === 'TimeoutError'

/** It does not answer. One that refuses does. */
const isDown = (error: unknown): boolean => !(error instanceof EngineAnswer) || error.status >= 500

const tellOutages =
  (send: Sender['send'], outage?: Outage): Sender['send'] =>
  async (...request) => {
    try {
      const answer = await send(...request)
      outage?.worked()
      return answer
    } catch (error) {
      if (isDown(error)) outage?.failed(error)
      throw error
    }
  }
