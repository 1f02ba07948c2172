import { connect, Opts, SendOpts } from '@restatedev/restate-sdk-clients'
import { mediaRun, type Verdict } from './media-run.ts'

/** What the rest of the house may ask of the engine. Every trouble with it reads as "pending": Postgres has the truth. */
export type EngineClient = {
  /** Starts the run of a media and waits for the provider's word, for a while. */
  start(id: string): Promise<Verdict>
  /** Starts a run that nobody waits for; on a live run it does nothing. */
  restart(id: string): Promise<void>
  /** Wakes a run. A lost hint costs one poll interval, so trouble is ignored. */
  ring(hintId: string): Promise<void>
  /** Tells the engine where the worker is. `new`: it did not know us, so its disk is empty and all runs are gone. */
  register(workerUrl: string, force: boolean): Promise<'new' | 'known'>
}

export type EngineSettings = { ingressUrl: string; adminUrl: string; submitWaitMs: number }

export function openEngine({ ingressUrl, adminUrl, submitWaitMs }: EngineSettings): EngineClient {
  const ingress = connect({ url: ingressUrl })
  return {
    async start(id) {
      try {
        return await ingress.client(mediaRun, id).start(Opts.from({ timeout: submitWaitMs }))
      } catch {
        return 'pending' // engine down, empty or slow: the tick starts the run
      }
    },
    async restart(id) {
      await ingress.sendClient(mediaRun, id).run({}, SendOpts.from({ timeout: 5_000 }))
    },
    async ring(hintId) {
      await ingress.resolveAwakeable(hintId).catch(() => undefined)
    },
    async register(workerUrl, force) {
      const answer = await fetch(`${adminUrl}/deployments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uri: workerUrl, force }),
        signal: AbortSignal.timeout(10_000),
      })
      const body = await answer.text()
      if (!answer.ok)
        throw new Error(`the engine refused the worker at ${workerUrl}: ${answer.status} ${body}`)
      return answer.status === 201 ? 'new' : 'known'
    },
  }
}
