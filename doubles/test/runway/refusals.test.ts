import { expect, test } from 'vitest'
import { image, useRunway, usual, video } from './use-runway.ts'

const uri = 'https://files.example/a.png'

test('a missing or wrong version is a 400, a wrong key a 401', async () => {
  const double = await useRunway()
  const { authorization, ...noKey } = usual
  const { 'x-runway-version': _, ...noVersion } = usual
  const wrongVersion = { ...usual, 'x-runway-version': '2024-01-01' }
  const wrongScheme = { ...usual, authorization: authorization.replace('Bearer', 'Key') }
  for (const [method, path] of [
    ['POST', '/v1/text_to_video'],
    ['GET', '/v1/tasks/x'],
    ['DELETE', '/v1/tasks/x'],
    ['POST', '/v1/uploads'],
    ['GET', '/v1/organization'],
  ] as const) {
    const statuses = []
    for (const headers of [noVersion, wrongVersion, noKey, wrongScheme])
      statuses.push((await double.call(method, path, undefined, headers)).status)
    expect(statuses).toEqual([400, 400, 401, 401])
  }
  expect(await double.refusal(double.call('GET', '/v1/organization', undefined, noVersion))).toEqual({
    status: 400,
    error: expect.stringContaining('X-Runway-Version'),
    docUrl: expect.stringMatching(/^https:/),
  })
})

test('an unknown task and path are 404, another method is 405', async () => {
  const double = await useRunway()
  expect(await double.refusal(double.call('GET', '/v1/tasks/nothing'))).toMatchObject({
    status: 404,
    error: 'Not found',
  })
  expect((await double.call('GET', '/v2/nothing')).status).toBe(404)
  for (const [method, path] of [
    ['GET', '/v1/text_to_video'],
    ['POST', '/v1/tasks/x'],
    ['DELETE', '/v1/organization'],
  ] as const)
    expect((await double.call(method, path)).status).toBe(405)
})

test('being out of credit is a 400 without issues, and estimates of unfinished tasks count', async () => {
  const double = await useRunway({ settings: { balanceMicroUsd: 2_490_000, concurrency: null } })
  const id = await double.buy()
  const refusal = await double.refusal(double.submitVideo())
  expect(refusal).toEqual({
    status: 400,
    error: 'You do not have enough credits to run this task.',
    docUrl: expect.any(String),
  })
  await double.call('DELETE', `/v1/tasks/${id}`)
  expect((await double.submitVideo()).status).toBe(200)
})

test('over the daily number of a model comes a 429, until 24 hours have passed', async () => {
  const double = await useRunway({ settings: { dailyGenerations: 1 } })
  await double.buy()
  const answer = await double.submitVideo()
  expect(answer.headers.get('retry-after')).toBeNull()
  expect(await double.refusal(answer)).toMatchObject({ status: 429, error: expect.stringContaining('daily') })
  expect((await double.submitVideo({ model: 'seedance2' })).status).toBe(200)
  await double.advance(24 * 3_600_000)
  expect((await double.submitVideo()).status).toBe(200)
  expect((await double.log()).counts).toMatchObject({ accepted: 3, refused: 1 })
})

test.each([
  ['an unknown field', { seed: 1 }, [], 'unrecognized_keys'],
  ['an unknown model', { model: 'sora' }, ['model'], 'invalid_value'],
  ['a model of pictures', { model: 'gpt_image_2' }, ['model'], 'invalid_value'],
  ['a ratio of another model', { ratio: '864:496' }, ['ratio'], 'invalid_value'],
  ['a ratio of this model for another', { model: 'seedance2', ratio: '854:480' }, ['ratio'], 'invalid_value'],
  ['an aspect', { ratio: '9:16' }, ['ratio'], 'invalid_value'],
  ['pixels for grok', { model: 'grok_imagine_1_5' }, ['ratio'], 'invalid_value'],
  ['a duration as text', { duration: '10' }, ['duration'], 'invalid_type'],
  ['half a second', { duration: 4.5 }, ['duration'], 'invalid_type'],
  ['a long duration', { model: 'seedance2', duration: 16 }, ['duration'], 'too_big'],
  ['auto for an older model', { model: 'seedance2', duration: 'auto' }, ['duration'], 'invalid_type'],
  ['audio as text', { audio: 'true' }, ['audio'], 'invalid_type'],
  ['a long prompt', { promptText: 'x'.repeat(15_001) }, ['promptText'], 'too_big'],
  ['no prompt', { model: 'seedance2', promptText: undefined }, ['promptText'], 'invalid_type'],
  ['a prompt of nothing', { promptText: '' }, ['promptText'], 'too_small'],
  ['references as texts', { references: [uri] }, ['references', 0], 'invalid_type'],
  ['a tag of a video', { references: [{ uri, tag: 'abc' }] }, ['references', 0], 'unrecognized_keys'],
  ['31 references', { references: Array(31).fill({ uri }) }, ['references'], 'too_big'],
  ['10 references', { model: 'seedance2', references: Array(10).fill({ uri }) }, ['references'], 'too_big'],
])('a video with %s is refused with an issue', async (_, change, path, code) => {
  const double = await useRunway()
  const refusal = await double.refusal(double.submitVideo(change))
  expect(refusal).toMatchObject({ status: 400, error: 'Validation of body failed' })
  expect(refusal.issues).toEqual([{ code, path, message: expect.any(String) }])
  expect((await double.log()).submits).toMatchObject([{ outcome: 'invalid' }])
})

test.each([
  ['a mask', { mask: uri }, [], 'unrecognized_keys'],
  ['no ratio', { ratio: undefined }, ['ratio'], 'invalid_type'],
  ['a ratio of a video', { ratio: '720:1280' }, ['ratio'], 'invalid_value'],
  ['11 outputs', { outputCount: 11 }, ['outputCount'], 'too_big'],
  ['the quality auto', { quality: 'auto' }, ['quality'], 'invalid_value'],
  ['max on the older model', { model: 'gpt_image_2', quality: 'max' }, ['quality'], 'invalid_value'],
  ['2.6', { model: 'gpt_image_2_6' }, ['model'], 'invalid_value'],
  ['transparent flare', { background: 'transparent' }, ['background'], 'invalid_value'],
  ['a short tag', { referenceImages: [{ uri, tag: 'ab' }] }, ['referenceImages', 0, 'tag'], 'too_small'],
  [
    'a tag with a sign',
    { referenceImages: [{ uri, tag: 'a-b' }] },
    ['referenceImages', 0, 'tag'],
    'invalid_format',
  ],
  ['17 references', { referenceImages: Array(17).fill({ uri }) }, ['referenceImages'], 'too_big'],
  [
    'two equal tags',
    {
      referenceImages: [
        { uri, tag: 'abc' },
        { uri, tag: 'abc' },
      ],
    },
    ['referenceImages'],
    'custom',
  ],
])('a picture with %s is refused with an issue', async (_, change, path, code) => {
  const double = await useRunway()
  const { status, issues } = await double.refusal(double.submitImage(change))
  expect([status, issues]).toEqual([400, [{ code, path, message: expect.any(String) }]])
})

test('what the models allow is accepted', async () => {
  const double = await useRunway({ settings: { fetchReferences: false } })
  const accepted = async (path: string, body: object) =>
    expect((await double.call('POST', `/v1/${path}`, body)).status).toBe(200)
  for (const ratio of ['480:854', '854:480', '640:640', '720:1280', '1280:720', '960:960', '1440:1440'])
    await accepted('text_to_video', { ...video, ratio, references: [{ uri }] })
  for (const ratio of ['864:496', '496:864', '640:640', '720:1280'])
    await accepted('text_to_video', { ...video, model: 'seedance2_fast', ratio })
  await accepted('text_to_video', { model: 'seedance2_5', references: [{ uri }] })
  const grok = { model: 'grok_imagine_1_5', promptText: 'x', ratio: '9:16', resolution: '720p', duration: 15 }
  await accepted('text_to_video', { ...grok, references: [{ uri }] })
  for (const ratio of ['1920:1920', '1280:1920', '1920:1280', 'auto'])
    await accepted('text_to_image', { ...image, ratio, quality: 'max', outputCount: 4 })
  await accepted('text_to_image', { ...image, model: 'gpt_image_2_5_sunburst', background: 'transparent' })
})

test('pictures of a video are keyframes or references, not both', async () => {
  const double = await useRunway({ settings: { fetchReferences: false, concurrency: null } })
  const submit = (promptImage: unknown) =>
    double.call('POST', '/v1/image_to_video', { ...video, promptImage })
  for (const promptImage of [
    uri,
    [{ uri }, { uri }],
    [
      { uri, position: 'first' },
      { uri, position: 'last' },
    ],
  ])
    expect((await submit(promptImage)).status).toBe(200)
  for (const promptImage of [
    [{ uri }, { uri, position: 'first' }],
    [
      { uri, position: 'first' },
      { uri, position: 'first' },
    ],
    [{ uri, position: 'middle' }],
    [uri],
    undefined,
  ])
    expect((await submit(promptImage)).status).toBe(400)
})

test('references cap grok at 720p', async () => {
  const double = await useRunway({ settings: { fetchReferences: false } })
  const grok = { model: 'grok_imagine_1_5', ratio: '1:1', resolution: '1080p', references: [{ uri }] }
  expect((await double.refusal(double.submitVideo(grok))).issues).toMatchObject([{ path: ['resolution'] }])
})

test('a body that is no JSON object is refused without issues', async () => {
  const double = await useRunway()
  const headers = usual
  const answer = await fetch(`${double.url}/v1/text_to_video`, { method: 'POST', headers, body: '{"model":' })
  expect(await double.refusal(answer)).toEqual({
    status: 400,
    error: expect.any(String),
    docUrl: expect.any(String),
  })
})
