import type { Random } from '../../harness/random/index.ts'
import type { Caller } from '../../src/access/identity/index.ts'
import { isDatabaseFailure } from '../../src/platform/db/index.ts'
import { Refusal } from '../../src/platform/refusal/index.ts'
import { cancelMedia, pollMedia, submitMedia } from '../../src/production/jobs/index.ts'
import { readImageOrder } from '../../src/production/orders/index.ts'
import type { Processes } from './open-processes.ts'
import type { Process, Scheduler } from './scheduler.ts'

/** What a caller sent and was answered. */
export type Sent = {
  /** By which the job of a request without a clientRef is found. */
  prompt: string
  clientRef: string | undefined
  /** The id in the answer 201; undefined as long as there is none. */
  id: string | undefined
  /** A final refusal, with what it said about credits. */
  refused: { code: string; charged: unknown } | undefined
}

type ClientOptions = {
  scheduler: Scheduler
  random: Random
  processes: Processes
  caller: Caller
  one: Sent
}

const TRIES_MAX = 40
const POLLS_MAX = 60

/** A caller that sends until it is answered, then polls, and sometimes cancels. */
export function newClient({ scheduler, random, processes, caller, one }: ClientOptions): () => Promise<void> {
  const { request, current } = processes
  const self: Process = { name: 'client', life: 0, isUp: true }
  const n = random.pick([1, 1, 1, 2, 4] as const)
  const body = { prompt: one.prompt, ...(one.clientRef && { clientRef: one.clientRef }), n }
  const submit = () => submitMedia(current.apiApp, caller, () => readImageOrder(body))

  const sendUntilAnswered = async () => {
    for (let i = 0; i < TRIES_MAX && !one.refused; i++) {
      const answer = await request(submit).catch(refusalOrLost)
      if (answer !== 'lost' && !(answer instanceof Refusal)) return answer.answer.id
      // Without a clientRef, a caller that lost the answer cannot send the request again.
      if (answer === 'lost' && !one.clientRef) return undefined
      if (answer instanceof Refusal && !isRetryable(answer))
        one.refused = { code: answer.code, charged: answer.extra.charged ?? 'none' }
      await scheduler.sleep(self, random.int(300, 4_000))
    }
    return undefined
  }

  return async () => {
    const id = await sendUntilAnswered()
    if (id === undefined) return
    one.id = id
    if (random.next() < 0.1)
      await request(() => cancelMedia(current.apiApp, caller, id)).catch(() => undefined)
    for (let i = 0; i < POLLS_MAX; i++) {
      const media = await request(() => pollMedia(current.apiApp, caller, id)).catch(() => 'lost' as const)
      if (media !== 'lost' && !['queued', 'processing'].includes(media.status)) return
      await scheduler.sleep(self, random.int(2_000, 12_000))
    }
  }
}

/** The answer to a failed request. What is neither a refusal nor trouble with the database would be a 500. */
function refusalOrLost(error: unknown): Refusal | 'lost' {
  if (error instanceof Refusal) return error
  return isDatabaseFailure(error) ? 'lost' : new Refusal('internal_error', String(error))
}

const isRetryable = ({ status, code }: Refusal): boolean =>
  status === 429 || status === 409 || code === 'service_unavailable'
