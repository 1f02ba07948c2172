import { Agent } from 'undici'
import { sendRequest } from '../../harness/driver/index.ts'

export type Reads = {
  setDrill(name: string): void
  /** By drill: how many requests were sent, and what other answers than 200 there were. */
  stop(): Promise<Map<string, { sent: number; failures: string[] }>>
}

const TURN_MS = 20
const ANSWER_MS = 15_000
const PATHS = ['/api/gen/credits', '/api/gen/media?limit=5', '/api/gen/models']

/** Reads at a steady rate, as agents that poll. None is sent again: a release must not be felt at all. */
export function sendReads(baseUrl: string, apiKeys: string[], perSecond: number): Reads {
  const dispatcher = new Agent({ connections: 256 })
  const counts = new Map<string, { sent: number; failures: string[] }>()
  const underway = new Set<Promise<void>>()
  let drill = ''
  let owed = 0
  let next = 0
  const send = async (path: string, apiKey: string, name: string) => {
    const count = counts.get(name) ?? { sent: 0, failures: [] }
    counts.set(name, count)
    count.sent++
    try {
      const target = { baseUrl, dispatcher, headers: { 'x-api-key': apiKey } }
      const { status } = await sendRequest(target, 'GET', path, { timeoutMs: ANSWER_MS })
      if (status !== 200) count.failures.push(`${path} ${status}`)
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string }
      count.failures.push(`${path} ${code || message}`)
    }
  }
  const timer = setInterval(() => {
    for (owed += (perSecond * TURN_MS) / 1_000; owed >= 1; owed--) {
      const path = PATHS[next % PATHS.length] as string
      const sending = send(path, apiKeys[next++ % apiKeys.length] ?? '', drill)
      underway.add(sending)
      void sending.then(() => underway.delete(sending))
    }
  }, TURN_MS)
  return {
    setDrill(name) {
      drill = name
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(underway)
      await dispatcher.close()
      return counts
    },
  }
}
