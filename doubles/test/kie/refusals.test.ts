import { expect, test } from 'vitest'
import { EDIT, IMAGE, useKie, VIDEO, verdictOf } from './use-kie.ts'

const PICTURES = ['https://pictures.example/a.png']

test.each([
  [400, 'a body that is no JSON', '{"model":'],
  [400, 'a body that is no object', '[]'],
  [422, 'no model', { input: { prompt: 'a mug' } }],
  [422, 'an unknown model', { model: 'gpt-image-9', input: { prompt: 'a mug' } }],
  [422, 'no input', { model: IMAGE }],
  [422, 'an unknown field', { model: IMAGE, input: { prompt: 'a mug' }, callbackUrl: 'https://a.example' }],
  [422, 'a callback that is no address', { model: IMAGE, input: { prompt: 'a mug' }, callBackUrl: 'x' }],
])('code %i for %s, in an HTTP 200 or as its status', async (code, _, body) => {
  const double = await useKie()
  const answer = await double.post('/api/v1/jobs/createTask', body)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ code, msg: expect.any(String), data: null })
  await double.set({ codeAsStatus: true })
  expect((await verdictOf(await double.post('/api/v1/jobs/createTask', body))).slice(0, 2)).toEqual([
    code,
    code,
  ])
  expect((await double.log()).counts.accepted).toBe(0)
})

test.each([
  ['no prompt', IMAGE, { prompt: undefined }],
  ['an empty prompt', IMAGE, { prompt: '' }],
  ['a long prompt', IMAGE, { prompt: 'x'.repeat(20_001) }],
  ['an unknown field', IMAGE, { n: 2 }],
  ['a mask', EDIT, { input_urls: PICTURES, mask_url: PICTURES[0] }],
  ['a size of another provider', IMAGE, { size: '1024x1536' }],
  ['an unknown ratio', IMAGE, { aspect_ratio: '5:4' }],
  ['a resolution in small letters', IMAGE, { resolution: '1k' }],
  ['auto above 1K', IMAGE, { aspect_ratio: 'auto', resolution: '2K' }],
  ['a square of 4K', IMAGE, { aspect_ratio: '1:1', resolution: '4K' }],
  ['no pictures', EDIT, {}],
  ['an empty list of pictures', EDIT, { input_urls: [] }],
  ['one picture as a text', EDIT, { input_urls: PICTURES[0] }],
  ['17 pictures', EDIT, { input_urls: Array(17).fill(PICTURES[0]) }],
  ['a picture without an address', EDIT, { input_urls: ['data:image/png;base64,AAAA'] }],
  ['pictures for a text model', IMAGE, { input_urls: PICTURES }],
  ['2K from the economy model', 'gpt-image-2-6-economy-text-to-image', { resolution: '2K' }],
  ['a short prompt', VIDEO, { prompt: 'ab' }],
  ['a duration as a text', VIDEO, { duration: '10' }],
  ['3 s', VIDEO, { duration: 3 }],
  ['16 s', 'bytedance/seedance-2', { duration: 16 }],
  ['1080p of the fast model', 'bytedance/seedance-2-fast', { resolution: '1080p' }],
  ['10 pictures', 'bytedance/seedance-2', { reference_image_urls: Array(10).fill(PICTURES[0]) }],
  ['audio as a text', VIDEO, { generate_audio: 'true' }],
  ['the name of another model', VIDEO, { image_urls: PICTURES }],
  ['a frame and references', VIDEO, { reference_image_urls: PICTURES, first_frame_url: PICTURES[0] }],
  ['a frame with a ratio', VIDEO, { first_frame_url: PICTURES[0], aspect_ratio: '16:9' }],
  ['both sources', 'grok-imagine/image-to-video', { image_urls: PICTURES, task_id: 'x', index: 0 }],
  ['no source', 'grok-imagine/image-to-video', {}],
  ['a task without index', 'grok-imagine/image-to-video', { task_id: 'x' }],
  ['a picture without ending', 'grok-imagine/image-to-video', { image_urls: ['https://a.example/x'] }],
])('%s is refused with 422 and buys nothing', async (_, model, input) => {
  const double = await useKie()
  const [status, code, msg] = await verdictOf(await double.create(input, { model }))
  expect([status, code]).toEqual([200, 422])
  expect(msg.length).toBeGreaterThan(10)
  expect((await double.log()).submits).toMatchObject([{ jobId: null, taskIds: [] }])
})

test.each([
  [IMAGE, { aspect_ratio: '3:2', resolution: '1K', background: 'opaque' }],
  [EDIT, { aspect_ratio: '1:1', resolution: '1K', input_urls: PICTURES }],
  ['gpt-image-2-text-to-image', { aspect_ratio: 'auto' }],
  ['gpt-image-2-6-economy-text-to-image', { output_format: 'png' }],
  ['nano-banana-2', { image_input: PICTURES, output_format: 'png' }],
  [VIDEO, { reference_image_urls: PICTURES, aspect_ratio: '1:1', duration: 15, generate_audio: false }],
  ['bytedance/seedance-2', { duration: -1, resolution: '4k', nsfw_checker: true }],
  ['grok-imagine/text-to-video', { duration: 6, aspect_ratio: '9:16', resolution: '480p', mode: 'normal' }],
  ['grok-imagine/image-to-video', { image_urls: PICTURES, duration: 10 }],
  ['grok-imagine/image-to-video', { task_id: 'x', index: 1 }],
])('%s takes its own fields', async (model, input) => {
  const double = await useKie()
  expect(await double.buy(input, { model })).toMatch(/^[0-9a-f]{32}$/)
})

test('a model may want a string as duration, or a field that the documents call optional', async () => {
  const double = await useKie({ grokDuration: 'string', requiredField: 'resolution' })
  const model = 'grok-imagine/image-to-video'
  const input = { image_urls: PICTURES, resolution: '480p' }
  expect((await verdictOf(await double.create({ ...input, duration: 10 }, { model })))[1]).toBe(422)
  expect((await verdictOf(await double.create({ ...input, duration: '31' }, { model })))[1]).toBe(422)
  expect((await verdictOf(await double.create({ ...input, duration: '10' }, { model })))[1]).toBe(200)
  expect(await verdictOf(await double.create())).toEqual([200, 422, 'resolution is required.'])
})

test('a wrong key is code 401 on every route that needs one; an unknown address is 404', async () => {
  const double = await useKie()
  for (const key of ['', 'another-key']) {
    const answers = [
      await double.post('/api/v1/jobs/createTask', {}, key),
      await double.get('/api/v1/jobs/recordInfo?taskId=x', key),
      await double.get('/api/v1/chat/credit', key),
      await double.post('/api/v1/common/download-url', {}, key),
      await double.post('/api/file-base64-upload', {}, key),
    ]
    const verdicts = await Promise.all(answers.map(verdictOf))
    expect(verdicts.map(([status, code]) => [status, code])).toEqual(Array(5).fill([200, 401]))
  }
  expect((await verdictOf(await double.post('/api/v1/gpt4o-image/generate', {}))).slice(0, 2)).toEqual([
    404, 404,
  ])
  await double.set({ codeAsStatus: true })
  expect((await double.get('/api/v1/chat/credit', 'another-key')).status).toBe(401)
})

test.each([433, 451, 455, 500, 501, 505, 550])(
  'code %i can be ordered, in an HTTP 200 or as its status',
  async (code) => {
    const double = await useKie()
    await double.fault({ fault: 'status', status: code, httpStatus: 200 }, { fault: 'status', status: code })
    expect((await verdictOf(await double.create())).slice(0, 2)).toEqual([200, code])
    expect((await verdictOf(await double.create())).slice(0, 2)).toEqual([code, code])
    await double.fault({ fault: 'status', status: code, httpStatus: 200, on: 'status' })
    const id = await double.buy()
    expect((await double.read(id)).code).toBe(code)
    expect((await double.read(id)).code).toBe(200)
    expect((await double.log()).counts).toMatchObject({ posts: 3, accepted: 1, refused: 2 })
  },
)

test('code 500 proves nothing: the task may have been bought', async () => {
  const double = await useKie()
  await double.fault({ fault: 'status', status: 500, httpStatus: 200, when: 'after' })
  expect((await verdictOf(await double.create())).slice(0, 2)).toEqual([200, 500])
  expect((await double.log()).submits).toMatchObject([{ outcome: 'lost', taskIds: [expect.any(String)] }])
})

test('the faults of every double have the shape of this one', async () => {
  const double = await useKie({ codeAsStatus: true })
  await double.fault(
    { fault: 'rate_limited', retryAfterSeconds: 3 },
    { fault: 'out_of_credit' },
    { fault: 'unauthorized', on: 'upload' },
    { fault: 'drop_fields', fields: ['data'] },
  )
  const limited = await double.create()
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3'])
  expect(await verdictOf(await double.create())).toEqual([402, 402, expect.stringContaining('Credits')])
  const upload = await double.post('/api/file-base64-upload', {})
  expect(await upload.json()).toEqual({ success: false, code: 401, msg: expect.any(String), data: null })
  expect(await (await double.create()).json()).toEqual({ code: 200, msg: 'success' })
  const { counts } = await double.log()
  expect(counts).toMatchObject({ posts: 3, accepted: 1 })
})
