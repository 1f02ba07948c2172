import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { type ApiTarget, type SeededUser, sendRequest } from '../../harness/driver/index.ts'

/** A write that the service confirmed: it must be there for good, with this text. */
export type Ack = { kind: 'product' | 'media'; id: string; text: string; sentAt: number; at: number }

export type Tally = {
  acks: Ack[]
  /** 503 with `charged: "none"`: the clientRefs that were given up, and must have no job. */
  refused: { ref: string; at: number }[]
  /** 503 for a product. */
  unavailable: number
  /** 503 with `charged: "unknown"`, or no answer at all. Submits are sent again until they are confirmed. */
  unknown: number
  /** Any other answer. */
  wrong: string[]
}

export type Writers = { tally: Tally; stop(): Promise<void> }

/** A product costs the service a twentieth of a job, so that many commits are in flight at every moment. */
const PRODUCT_LANES = 12
const SUBMIT_LANES = 3
const SUBMIT_EVERY_MS = 250
const AGAIN_MS = 100
const TIMEOUT_MS = 20_000

/** Writes without a pause, as agents do that send again what was not confirmed. */
export function startWriters(baseUrl: string, users: SeededUser[]): Writers {
  const tally: Tally = { acks: [], refused: [], unavailable: 0, unknown: 0, wrong: [] }
  const dispatcher = new Agent({ connections: PRODUCT_LANES + SUBMIT_LANES })
  let isStopped = false
  const lanes = Array.from({ length: PRODUCT_LANES + SUBMIT_LANES }, async (_, lane) => {
    const { apiKey } = users[lane % users.length] as SeededUser
    const target: ApiTarget = { baseUrl, headers: { 'x-api-key': apiKey }, dispatcher }
    const isSubmit = lane < SUBMIT_LANES
    for (let n = 0; !isStopped; n++) {
      const text = `${lane}-${n}`
      await (isSubmit ? submit(target, text, tally) : createProduct(target, text, tally))
      if (isSubmit) await sleep(SUBMIT_EVERY_MS)
    }
  })
  return {
    tally,
    async stop() {
      isStopped = true
      await Promise.all(lanes)
      await dispatcher.close()
    },
  }
}

async function createProduct(target: ApiTarget, text: string, tally: Tally): Promise<void> {
  const body = { name: text }
  const sentAt = performance.now()
  const sent = await send(target, '/api/gen/products', body)
  if (sent?.status === 201)
    tally.acks.push({ kind: 'product', id: sent.body.product.id, text, sentAt, at: performance.now() })
  else {
    if (sent?.status === 503) tally.unavailable++
    await waitAfter(sent, tally)
  }
}

/** Until it is confirmed, or refused for certain. */
async function submit(target: ApiTarget, text: string, tally: Tally): Promise<void> {
  const body = { prompt: `a mug ${text}`, clientRef: text, model: 'simulator/ok' }
  for (;;) {
    const sentAt = performance.now()
    const sent = await send(target, '/api/gen/image', body)
    if (sent?.status === 201)
      return void tally.acks.push({ kind: 'media', id: sent.body.id, text, sentAt, at: performance.now() })
    await waitAfter(sent, tally)
    if (sent?.status !== 503) continue
    if (sent.body.charged === 'none') return void tally.refused.push({ ref: text, at: performance.now() })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer can be anything.
type Sent = { status: number; body: any } | undefined

const send = (target: ApiTarget, path: string, body: object): Promise<Sent> =>
  sendRequest(target, 'POST', path, { body, timeoutMs: TIMEOUT_MS }).catch(() => undefined)

async function waitAfter(sent: Sent, tally: Tally): Promise<void> {
  if (!sent || sent.body?.charged === 'unknown') tally.unknown++
  else if (sent.status !== 503) tally.wrong.push(`${sent.status} ${JSON.stringify(sent.body)}`)
  await sleep(AGAIN_MS)
}
