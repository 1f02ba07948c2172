import { setTimeout as sleep } from 'node:timers/promises'
import { callAs } from '../../harness/driver/index.ts'

const WITHIN_MS = 120_000
const AGAIN_MS = 100

/** Orders a picture as often as it takes until one is accepted. Returns its id. */
export async function orderOnce(baseUrl: string, apiKey: string): Promise<string> {
  const call = callAs(baseUrl, { 'x-api-key': apiKey })
  const until = performance.now() + WITHIN_MS
  const body = { prompt: 'a mug after the restore', clientRef: `after-${Date.now()}` }
  for (;;) {
    const answer = await call('POST', '/api/gen/image', { body }).catch((error: Error) => error)
    if (!(answer instanceof Error)) return (answer as { id: string }).id
    if (performance.now() > until) throw answer
    await sleep(AGAIN_MS)
  }
}
