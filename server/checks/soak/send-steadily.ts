import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { callAs, type SeededUser } from '../../harness/driver/index.ts'

export type Load = {
  /** How many jobs are final. */
  ended(): number
  failures: string[]
  /** Sends no more and waits for what is under way. */
  stop(): Promise<void>
}

type Plan = { baseUrl: string; users: SeededUser[] }

const WITHIN_MS = 60_000
const POLL_MS = 500

type Sender = { send(): Promise<void>; load: Omit<Load, 'stop'>; close(): Promise<void> }

function newSender({ baseUrl, users }: Plan): Sender {
  const dispatcher = new Agent({ connections: 128 })
  const failures: string[] = []
  let sent = 0
  let ended = 0
  const send = async () => {
    const headers = { 'x-api-key': users[sent++ % users.length]?.apiKey ?? '' }
    const call = callAs(baseUrl, headers, dispatcher)
    try {
      const { id } = await call('POST', '/api/gen/image', { body: { prompt: 'a mug on a table' } })
      for (const until = performance.now() + WITHIN_MS; ; ) {
        await sleep(POLL_MS)
        const { status } = await call('GET', `/api/gen/media/${id}`)
        if (status === 'completed') break
        if (!['queued', 'processing'].includes(status)) throw new Error(`a job ended as ${status}`)
        if (performance.now() > until) throw new Error('a job did not end within a minute')
      }
      ended++
    } catch (error) {
      failures.push((error as Error).message.slice(0, 200))
    }
  }
  return { send, load: { ended: () => ended, failures }, close: () => dispatcher.close() }
}

/** How many jobs a second are made when a number of agents order one after another, without a pause. */
export async function measureCapacity(plan: Plan, agents: number, seconds: number): Promise<number> {
  const { send, load, close } = newSender(plan)
  const until = performance.now() + seconds * 1_000
  const agent = async () => {
    while (performance.now() < until) await send()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: agents }, agent))
  const took = (performance.now() - startedAt) / 1_000
  await close()
  if (load.failures.length > 0) throw new Error(`the capacity cannot be measured: ${load.failures[0]}`)
  return load.ended() / took
}

/** Orders at a steady rate and follows each job to its end. */
export function sendSteadily(plan: Plan, perSecond: number): Load {
  const { send, load, close } = newSender(plan)
  const underway = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const sending = send()
    underway.add(sending)
    void sending.then(() => underway.delete(sending))
  }, 1_000 / perSecond)
  return {
    ...load,
    async stop() {
      clearInterval(timer)
      await Promise.all(underway)
      await close()
    },
  }
}
