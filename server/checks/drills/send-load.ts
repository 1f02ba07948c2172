import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { type ApiTarget, isCutOff, sendRequest } from '../../harness/driver/index.ts'

/** One job, as its client sees it. */
export type SentJob = {
  clientRef: string
  /** The drill during which it was sent. */
  drill: string
  isSlow: boolean
  /** By the clock of this machine, which the database shares. */
  sentAt: number
  id?: string
  /** The connection was lost while it was open: allowed when an api is killed. */
  cuts: number
  /** Other answers than a success. */
  failures: string[]
}

export type Load = {
  /** `hasSlow`: every second job takes long, so that it is open during all of the drill. */
  setDrill(drill: { name: string; hasSlow?: boolean }): void
  stop(): Promise<SentJob[]>
}

const TRIES = 40
const AGAIN_MS = 250
/** A submit waits 8 s for its provider. */
const ANSWER_MS = 15_000

/** Sends jobs at a steady rate. A client that gets no answer sends the same job again, with its clientRef. */
export function sendLoad(baseUrl: string, apiKeys: string[], perSecond: number): Load {
  const dispatcher = new Agent({ connections: 128 })
  const jobs: SentJob[] = []
  const underway: Promise<void>[] = []
  let drill = { name: '', hasSlow: false }
  const sendNext = () => {
    const clientRef = `drill-${jobs.length}`
    const isSlow = drill.hasSlow && jobs.length % 2 === 0
    const job: SentJob = { clientRef, drill: drill.name, isSlow, sentAt: Date.now(), cuts: 0, failures: [] }
    const apiKey = apiKeys[jobs.length % apiKeys.length] ?? ''
    jobs.push(job)
    underway.push(submit({ baseUrl, dispatcher, headers: { 'x-api-key': apiKey } }, job))
  }
  const timer = setInterval(sendNext, 1_000 / perSecond)
  return {
    setDrill({ name, hasSlow = false }) {
      drill = { name, hasSlow }
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(underway)
      await dispatcher.close()
      return jobs
    },
  }
}

async function submit(target: ApiTarget, job: SentJob): Promise<void> {
  const model = job.isSlow ? 'simulator/slow' : 'simulator/ok'
  const body = { prompt: 'a mug on a table', model, clientRef: job.clientRef }
  for (let tries = 0; tries < TRIES && job.id === undefined; tries++) {
    if (tries > 0) await sleep(AGAIN_MS)
    try {
      const answer = await sendRequest(target, 'POST', '/api/gen/image', { body, timeoutMs: ANSWER_MS })
      const { id, code } = (answer.body ?? {}) as { id?: string; code?: string }
      if (answer.status < 300 && id) job.id = id
      // The balancer's answer when the api ends before it has answered.
      else if (answer.status === 502 && code === undefined) job.cuts++
      else if (code !== 'client_ref_in_progress') job.failures.push(`${answer.status} ${code ?? ''}`)
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string }
      if (isCutOff(error)) job.cuts++
      else job.failures.push(code || message)
    }
  }
}
