import { createPublicKey, hash, type JsonWebKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ReceivedCallback, receiveCallbacks } from '../run-double.ts'
import { type Fal, IMAGE, useFal } from './use-fal.ts'

/** What an adapter must do, in short: the account that signed it, or why it cannot be believed. */
async function judge(fal: Fal, { headers, text }: ReceivedCallback, now = Date.now()): Promise<string> {
  const part = (name: string) => String(headers[`x-fal-webhook-${name}`] ?? '')
  const signature = Buffer.from(part('signature'), 'hex')
  const message = [part('request-id'), part('user-id'), part('timestamp'), hash('sha256', text)].join('\n')
  const { keys } = (await (await fetch(`${fal.url}/rest/.well-known/jwks.json`)).json()) as {
    keys: JsonWebKey[]
  }
  const fits = keys
    .filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519')
    .some((key) => verify(null, Buffer.from(message), createPublicKey({ key, format: 'jwk' }), signature))
  if (!fits) return 'wrong signature'
  return Math.abs(now / 1000 - Number(part('timestamp'))) > 300 ? 'too old' : part('user-id')
}

async function deliver(fal: Fal, scenario: object | undefined, ms = 2000) {
  if (scenario) await fal.fault(scenario)
  const { received, url } = await receiveCallbacks()
  const accepted = await fal.buy(IMAGE, {}, { query: { fal_webhook: url } })
  await fal.advance(ms)
  return { received, accepted, verdicts: await Promise.all(received.map((one) => judge(fal, one))) }
}

test('a webhook carries the output and the signature of our account', async () => {
  const fal = await useFal({ account: 'our-account' })
  const { received, accepted, verdicts } = await deliver(fal, undefined)
  expect(verdicts).toEqual(['our-account'])
  expect(received[0]?.path).toBe('/cb/job-1')
  const { body } = await fal.get(accepted.response_url)
  expect(received[0]?.body).toEqual({
    request_id: accepted.request_id,
    gateway_request_id: accepted.request_id,
    status: 'OK',
    payload: body,
  })
})

test('a webhook of a failed request carries the error', async () => {
  const fal = await useFal()
  const { received } = await deliver(fal, { fault: 'fail' })
  expect(received[0]?.body).toMatchObject({
    status: 'ERROR',
    error: 'Invalid status code: 422',
    payload: { detail: [{ type: 'content_policy_violation' }] },
  })
})

test('a webhook may come without its payload', async () => {
  const fal = await useFal()
  const { received, verdicts } = await deliver(fal, { fault: 'payload_error' })
  expect(received[0]?.body).toMatchObject({ status: 'OK', payload: null, payload_error: expect.any(String) })
  expect(verdicts).toEqual(['double-account'])
})

test.each([
  [{ fault: 'forged' }, 'wrong signature'],
  [{ fault: 'forged', how: 'other body' }, 'wrong signature'],
  [{ fault: 'forged', how: 'unsigned' }, 'wrong signature'],
  [{ fault: 'foreign_account' }, 'another-account'],
  [{ fault: 'old_timestamp' }, 'too old'],
])('%j gives "%s"', async (scenario, verdict) => {
  const fal = await useFal()
  expect((await deliver(fal, scenario)).verdicts).toEqual([verdict])
})

test('a webhook is repeated every two minutes until it is answered, with another gateway id', async () => {
  const fal = await useFal()
  const { received, url } = await receiveCallbacks(500, 503, 200)
  const { request_id } = await fal.buy(IMAGE, {}, { query: { fal_webhook: url } })
  await fal.advance(1500)
  expect(received).toHaveLength(1)
  await fal.advance(600_000)
  expect(received).toHaveLength(3)
  expect(received.map(({ body }) => body.request_id)).toEqual([request_id, request_id, request_id])
  expect(new Set(received.map(({ body }) => body.gateway_request_id)).size).toBe(3)
})

test('a receiver that never answers well is given up after an hour', async () => {
  const fal = await useFal()
  const { received, url } = await receiveCallbacks(500)
  await fal.buy(IMAGE, {}, { query: { fal_webhook: url } })
  await fal.advance(7_200_000)
  expect(received).toHaveLength(31)
})

test('duplicates and requests that fal retried have another gateway id and the same request id', async () => {
  const fal = await useFal()
  const twice = await deliver(fal, { fault: 'duplicate' })
  expect(twice.received.map(({ body }) => body.request_id)).toEqual(Array(2).fill(twice.accepted.request_id))
  expect(new Set(twice.received.map(({ body }) => body.gateway_request_id)).size).toBe(2)
  const retried = await deliver(fal, { fault: 'retried' })
  expect(retried.received[0]?.body.gateway_request_id).not.toBe(retried.accepted.request_id)
})

test('a replayed webhook has an old signature when it comes again', async () => {
  const fal = await useFal()
  const { received } = await deliver(fal, { fault: 'replayed', delayMs: 400_000 }, 500_000)
  expect(received).toHaveLength(2)
  expect(received[1]?.headers).toMatchObject({
    'x-fal-webhook-signature': received[0]?.headers['x-fal-webhook-signature'],
    'x-fal-webhook-timestamp': received[0]?.headers['x-fal-webhook-timestamp'],
  })
})

test('a request that left the queue sends no webhook', async () => {
  const fal = await useFal()
  const { received, url } = await receiveCallbacks()
  await fal.buy()
  await fal.buy()
  const { cancel_url } = await fal.buy(IMAGE, {}, { query: { fal_webhook: url } })
  await fal.put(cancel_url)
  await fal.advance(60_000)
  expect(received).toEqual([])
})

test('the keys follow from the seed', async () => {
  const read = async (fal: Fal) => (await fetch(`${fal.url}/rest/.well-known/jwks.json`)).text()
  const [one, same, other] = [await useFal({ seed: 3 }), await useFal({ seed: 3 }), await useFal({ seed: 4 })]
  expect(await read(one)).toBe(await read(same))
  expect(await read(one)).not.toBe(await read(other))
})
