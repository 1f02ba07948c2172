import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ReceivedCallback, receiveCallbacks } from '../run-double.ts'
import { useKie } from './use-kie.ts'

const START = 1_777_539_190_339

function isSigned({ headers }: ReceivedCallback, taskId: string): boolean {
  const text = `${taskId}.${headers['x-webhook-timestamp']}`
  const right = createHmac('sha256', 'double-webhook-key').update(text).digest('base64')
  return headers['x-webhook-signature'] === right
}

test('a success is called back with twelve keys, signed over id and second', async () => {
  const double = await useKie({}, { startAt: START })
  const { received, url } = await receiveCallbacks()
  const id = await double.buy({}, { callBackUrl: `${url}?p=1&t=abc` })
  await double.advance(1500)
  const [callback] = received as [ReceivedCallback]
  expect(callback.path).toBe('/cb/job-1?p=1&t=abc')
  expect(callback.body).toEqual({
    code: 200,
    msg: 'Playground task completed successfully.',
    data: {
      taskId: id,
      model: 'gpt-image-2-5-flare-text-to-image',
      state: 'success',
      param: expect.any(String),
      resultJson: JSON.stringify({ resultUrls: [`${double.url}/files/${id}/0.png`] }),
      failCode: null,
      failMsg: null,
      costTime: 2,
      completeTime: START + 1500,
      createTime: START,
      updateTime: START + 1500,
      creditsConsumed: 6,
    },
  })
  expect(callback.headers['x-webhook-timestamp']).toBe(String(Math.floor((START + 1500) / 1000)))
  expect(isSigned(callback, id)).toBe(true)
  expect((await double.log()).perReference).toEqual({ 'job-1/1': { posts: 1, accepted: 1 } })
})

test('a failure is called back without result, times and credits', async () => {
  const double = await useKie()
  const { received, url } = await receiveCallbacks()
  await double.fault({ fault: 'fail', message: 'nsfw' })
  const id = await double.buy({}, { callBackUrl: url })
  await double.advance(1500)
  expect(received[0]?.body).toEqual({
    code: 501,
    msg: 'Playground task failed.',
    data: {
      taskId: id,
      model: expect.any(String),
      state: 'fail',
      param: expect.any(String),
      failCode: 'GENERATION_FAILED',
      failMsg: 'nsfw',
    },
  })
})

test('three retries follow an answer that is no 2xx', async () => {
  const double = await useKie()
  const refusing = await receiveCallbacks(500)
  const late = await receiveCallbacks(500, 503, 200)
  await double.buy({}, { callBackUrl: refusing.url })
  await double.buy({}, { callBackUrl: late.url })
  await double.advance(1_000_000)
  expect([refusing.received.length, late.received.length]).toEqual([4, 3])
})

test('a swapped body has a right signature, which does not cover it; a forged one is wrong', async () => {
  const double = await useKie()
  const { received, url } = await receiveCallbacks()
  await double.fault(
    { fault: 'swapped_body', match: { prompt: 'swapped' } },
    { fault: 'swapped_body', data: { state: 'fail' }, andReal: true, match: { prompt: 'both' } },
    { fault: 'forged', match: { prompt: 'forged' } },
  )
  const callbackOf = async (prompt: string) => {
    const before = received.length
    const id = await double.buy({ prompt }, { callBackUrl: url })
    await double.advance(1500)
    return received.slice(before).map((one) => ({
      signed: isSigned(one, id),
      data: one.body.data as Record<string, unknown>,
    }))
  }
  const [swapped] = await callbackOf('swapped')
  expect(swapped?.signed).toBe(true)
  expect(swapped?.data.resultJson).toContain('elsewhere.example')
  const both = await callbackOf('both')
  expect(both.map(({ signed, data }) => [signed, data.state])).toEqual([
    [true, 'fail'],
    [true, 'success'],
  ])
  expect((await callbackOf('forged')).map(({ signed }) => signed)).toEqual([false])
})

test('without a key callbacks are not signed, and the id may be elsewhere', async () => {
  const double = await useKie({ webhookKey: '', callbackIdAt: 'data.task_id' })
  const { received, url } = await receiveCallbacks()
  const first = await double.buy({}, { callBackUrl: url })
  await double.advance(1500)
  expect(received[0]?.headers).not.toHaveProperty('x-webhook-signature')
  expect(received[0]?.body.data).toMatchObject({ task_id: first })
  expect(received[0]?.body.data).not.toHaveProperty('taskId')
  await double.set({ callbackIdAt: 'taskId' })
  const second = await double.buy({}, { callBackUrl: url })
  await double.advance(1500)
  expect(received[1]?.body).toMatchObject({ code: 200, taskId: second })
})
