import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKieProvider } from '#adapters/kie'
import { type ReceivedCallback, receiveCallbacks } from '../../../doubles/test/run-double.ts'
import { image, KEY, TIMEOUT_MS, useKie, WEBHOOK_KEY } from './use-kie.ts'

const RENDERED_MS = 60_000
const ID = 'ab'.repeat(16)

const adapter = (webhookKey?: string) =>
  newKieProvider({
    key: KEY,
    apiUrl: 'https://api.kie.example',
    uploadUrl: 'https://uploads.kie.example',
    fileHosts: [],
    referencesAs: 'url',
    ...(webhookKey !== undefined && { webhookKey }),
  })

const read = ({ text, headers }: Pick<ReceivedCallback, 'text' | 'headers'>, webhookKey = WEBHOOK_KEY) =>
  adapter(webhookKey).readCallback?.(Buffer.from(text), headers as Record<string, string>)

/** A body and headers as they would be signed by this key. */
function sign({ id = ID, key = WEBHOOK_KEY, seconds = Math.floor(Date.now() / 1_000), body = {} }) {
  const signature = createHmac('sha256', key).update(`${id}.${seconds}`).digest('base64')
  return {
    text: JSON.stringify({ code: 200, data: { taskId: id, state: 'success' }, ...body }),
    headers: { 'x-webhook-timestamp': String(seconds), 'x-webhook-signature': signature },
  }
}

/** What the callback of one job arrives as. */
async function receive(...faults: object[]) {
  const used = await useKie()
  const { received, url } = await receiveCallbacks()
  for (const fault of faults) await used.double.fault(fault)
  const handle = await used.buy(image({ callbackUrl: url }))
  await used.double.advance(RENDERED_MS)
  return { ...used, received, handle }
}

test('a signed callback is a hint with the id of its job, wherever the id is', async () => {
  const used = await useKie()
  const { received, url } = await receiveCallbacks()
  const ids: string[] = []
  for (const callbackIdAt of ['data.taskId', 'data.task_id', 'taskId']) {
    await used.double.set({ callbackIdAt })
    ids.push((await used.buy(image({ callbackUrl: url }))).jobId)
    await used.double.advance(5_000)
  }
  expect(received).toHaveLength(3)
  const hints = await Promise.all(received.map((one) => read(one)))
  expect(hints).toEqual(ids.map((jobId) => ({ isGenuine: true, jobId })))
})

test('a right signature with a false body changes nothing: the job is read with our key', async () => {
  const { received, provider, handle } = await receive(
    { fault: 'fail', message: 'failed' },
    { fault: 'swapped_body' },
  )
  expect(received[0]?.text).toContain('elsewhere.example')
  expect(await read(received[0] as ReceivedCallback)).toEqual({ isGenuine: true, jobId: handle.jobId })
  expect(await provider.check(handle)).toMatchObject({ kind: 'failed', message: 'failed' })
})

test('a forged callback, and one that another customer was sent, are not genuine', async () => {
  const { received, handle } = await receive({ fault: 'forged' })
  expect(await read(received[0] as ReceivedCallback)).toEqual({ isGenuine: false, jobId: handle.jobId })
  expect(await read(sign({ key: 'key of another customer' }))).toEqual({ isGenuine: false, jobId: ID })
  // The headers of one job do not serve for another.
  const { headers } = sign({})
  expect(await read({ ...sign({ id: 'cd'.repeat(16) }), headers })).toMatchObject({ isGenuine: false })
})

test('a callback is genuine for five minutes before and after its time', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const isGenuine = async (seconds: number) => (await read(sign({ seconds })))?.isGenuine
  expect(await Promise.all([now, now - 280, now + 280].map(isGenuine))).toEqual([true, true, true])
  expect(await Promise.all([now - 320, now + 320, now * 1_000].map(isGenuine))).toEqual([false, false, false])
})

test('without a key, a signature or an id there is no genuine callback', async () => {
  expect(await adapter().readCallback?.(Buffer.from(sign({}).text), sign({}).headers)).toEqual({
    isGenuine: false,
    jobId: ID,
  })
  expect(await read(sign({ key: '' }), '')).toEqual({ isGenuine: false, jobId: ID })
  expect(await read({ text: sign({}).text, headers: {} })).toEqual({ isGenuine: false, jobId: ID })
  for (const text of ['', '{"data":', '[]', 'null', '{"data":{"taskId":7}}'])
    expect(await read({ ...sign({}), text }), text).toEqual({ isGenuine: false, jobId: null })
})

test('a job whose callback never comes is found done by a check, however late', async () => {
  const { received, provider, handle, double } = await receive({ fault: 'missing' })
  await double.advance(2 * 3_600_000)
  expect(received).toEqual([])
  expect(await provider.check(handle)).toMatchObject({ kind: 'done' })
})

test('a job whose answer was lost is adopted from its callback, without a second POST', async () => {
  const { provider, double } = await useKie({}, '--set', 'callbackInParam=true')
  const { received, url } = await receiveCallbacks()
  await double.fault({ fault: 'lost_reply' })
  const request = image({ callbackUrl: url })
  expect(await provider.submit(request, TIMEOUT_MS)).toMatchObject({ kind: 'unknown' })
  await double.advance(RENDERED_MS)
  const hint = await read(received[0] as ReceivedCallback)
  const handle = provider.adopt?.(hint?.jobId as string, request)
  expect(handle && (await provider.check(handle))).toMatchObject({ kind: 'done' })
  expect((await double.log()).perReference).toEqual({ 'job-1': { posts: 1, accepted: 1 } })
  // The record shows whose callback it was: a job of another order is not taken over.
  const other = provider.adopt?.(hint?.jobId as string, image())
  expect(other && (await provider.check(other))).toEqual({ kind: 'unreachable' })
  await double.set({ callbackInParam: false })
  expect(other && (await provider.check(other))).toMatchObject({ kind: 'done' })
})
