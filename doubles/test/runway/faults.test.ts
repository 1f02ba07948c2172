import { expect, test } from 'vitest'
import { runDouble } from '../run-double.ts'
import { runwayClient, useRunway, usual, video } from './use-runway.ts'

test.each([500, 502, 503, 504])(
  'status %i has the envelope of the provider, or is a page',
  async (status) => {
    const double = await useRunway()
    await double.fault({ fault: 'status', status }, { fault: 'status', status, envelope: 'html' })
    expect(await double.refusal(double.submitVideo())).toEqual({
      status,
      error: expect.any(String),
      docUrl: expect.any(String),
    })
    expect((await double.submitVideo()).headers.get('content-type')).toBe('text/html')
  },
)

test('every route can be hit: 429, 401 and a missing credit in the words of the provider', async () => {
  const double = await useRunway()
  const id = await double.buy()
  const routes = [
    ['submit', 'POST', '/v1/image_to_video'],
    ['status', 'GET', `/v1/tasks/${id}`],
    ['cancel', 'DELETE', `/v1/tasks/${id}`],
    ['upload', 'POST', '/v1/uploads'],
    ['storage', 'POST', '/storage/x'],
    ['organization', 'GET', '/v1/organization'],
    ['usage', 'POST', '/v1/organization/usage'],
    ['media', 'GET', `/files/${id}/0.mp4`],
  ] as const
  for (const [on, method, path] of routes) {
    await double.fault(
      { fault: 'rate_limited', retryAfterSeconds: 7, on },
      { fault: 'unauthorized', on },
      { fault: 'out_of_credit', on },
      { fault: 'html', on },
    )
    const answers = []
    for (let nth = 0; nth < 4; nth++) answers.push(await double.call(method, path))
    expect(answers.map(({ status }) => status)).toEqual([429, 401, 400, 502])
    expect(answers[0]?.headers.get('retry-after')).toBe('7')
    expect(await answers[2]?.json()).toMatchObject({
      error: 'You do not have enough credits to run this task.',
    })
  }
  expect((await double.view(id)).status).toBe('PENDING')
})

test('a submit whose reply is lost was bought, a second POST buys again, and the log says both', async () => {
  const double = await useRunway()
  await double.fault({ fault: 'lost_reply' })
  const headers = { ...usual, 'idempotency-key': 'job-1' }
  await expect(double.call('POST', '/v1/text_to_video', video, headers)).rejects.toThrow()
  // The header is no key of Runway: a second POST buys again.
  expect((await double.call('POST', '/v1/text_to_video', video, headers)).status).toBe(200)
  const { perReference, submits } = await double.log()
  expect(perReference).toEqual({ 'job-1': { posts: 2, accepted: 2 } })
  expect(submits.map(({ outcome }) => outcome)).toEqual(['lost', 'accepted'])
})

test('the process takes a key of the real form and is listed by name', async () => {
  const key = `key_${'0123456789abcdef'.repeat(8)}`
  const double = await runDouble(
    '--provider',
    'runway',
    '--time',
    'virtual',
    '--key',
    key,
    '--set',
    'videoMs=50',
  )
  expect(double.printed).toMatchObject({ provider: 'runway', seed: 1 })
  const { call, view } = runwayClient(double.url)
  const headers = { ...usual, authorization: `Bearer ${key}` }
  expect((await call('POST', '/v1/text_to_video', video)).status).toBe(401)
  const answer = await call('POST', '/v1/text_to_video', video, headers)
  expect(answer.status).toBe(200)
  const { id } = (await answer.json()) as Awaited<ReturnType<typeof view>>
  await double.advance(50)
  const done = await call('GET', `/v1/tasks/${id}`, undefined, headers)
  expect(await done.json()).toMatchObject({ id, status: 'SUCCEEDED' })
})
