import { expect, test } from 'vitest'
import { EDIT, useKie, VIDEO } from './use-kie.ts'

const TEN = [
  'taskId',
  'model',
  'state',
  'param',
  'resultJson',
  'failCode',
  'failMsg',
  'costTime',
  'completeTime',
  'createTime',
]

test('a submit is answered with the id twice, or without recordId', async () => {
  const double = await useKie()
  const answer = await double.create()
  const { code, msg, data } = (await answer.json()) as {
    code: number
    msg: string
    data: Record<string, string>
  }
  expect([answer.status, code, msg]).toEqual([200, 200, 'success'])
  expect(data.taskId).toMatch(/^[0-9a-f]{32}$/)
  expect(data).toEqual({ taskId: data.taskId, recordId: data.taskId })
  await double.set({ recordId: false, messageField: 'message' })
  expect(await (await double.create()).json()).toEqual({
    code: 200,
    message: 'success',
    data: { taskId: expect.any(String) },
  })
})

test('a picture goes from waiting over generating to success, times in ms and costTime in s', async () => {
  const startAt = 1_777_539_190_339
  const double = await useKie({ renderMs: 48_000, recordKeys: 10 }, { startAt })
  const id = await double.buy()
  const waiting = await double.record(id)
  expect(Object.keys(waiting)).toEqual(TEN)
  expect(waiting).toMatchObject({
    taskId: id,
    state: 'waiting',
    resultJson: '',
    failCode: null,
    failMsg: null,
    costTime: null,
    completeTime: null,
    createTime: startAt,
  })
  await double.advance(40_000)
  expect(await double.record(id)).toMatchObject({ state: 'waiting', resultJson: '' })
  await double.advance(7000)
  expect(await double.record(id)).toMatchObject({ state: 'generating', resultJson: '' })
  await double.advance(1000)
  const done = await double.record(id)
  expect(done).toMatchObject({ state: 'success', costTime: 48, completeTime: startAt + 48_000 })
  expect(JSON.parse(String(done.resultJson))).toEqual({ resultUrls: [`${double.url}/files/${id}/0.png`] })
  await double.set({ costTimeUnit: 'ms' })
  expect((await double.record(id)).costTime).toBe(48_000)
})

test('generating need not be seen, and queuing or an unknown state can be', async () => {
  const double = await useKie({ generatingShare: 0, renderMs: 1000 })
  await double.fault(
    { fault: 'show_state', state: 'queuing', match: { prompt: 'queuing' } },
    { fault: 'stuck', match: { prompt: 'stuck' } },
  )
  const [plain, queuing, stuck] = [
    await double.buy(),
    await double.buy({ prompt: 'queuing' }),
    await double.buy({ prompt: 'stuck' }),
  ]
  await double.advance(999)
  expect((await double.record(plain)).state).toBe('waiting')
  expect((await double.record(queuing)).state).toBe('queuing')
  await double.advance(1)
  expect((await double.record(plain)).state).toBe('success')
  expect((await double.record(queuing)).state).toBe('success')
  await double.set({ generatingShare: 0.5 })
  await double.advance(10_000_000)
  expect((await double.record(stuck)).state).toBe('generating')
})

test('a record has ten, twelve or thirteen keys', async () => {
  const double = await useKie({ renderMs: 1000 })
  const id = await double.buy()
  await double.advance(400)
  const more = await double.record(id)
  expect(Object.keys(more)).toEqual([...TEN, 'updateTime', 'creditsConsumed', 'progress'])
  expect(more).toMatchObject({ creditsConsumed: 0, progress: 40 })
  await double.advance(600)
  expect(await double.record(id)).toMatchObject({ creditsConsumed: 6, progress: 100 })
  await double.set({ recordKeys: 12 })
  expect(Object.keys(await double.record(id))).toEqual([...TEN, 'updateTime', 'creditsConsumed'])
})

test('param is encoded twice, and holds the callback address only when set', async () => {
  const double = await useKie({ callbacks: false })
  const callBackUrl = 'http://127.0.0.1:9/cb/kie/job-7?p=2&t=abc'
  const id = await double.buy({ aspect_ratio: '2:3' }, { callBackUrl })
  const param = JSON.parse(String((await double.record(id)).param))
  expect(Object.keys(param)).toEqual(['input', 'model'])
  expect(JSON.parse(param.input)).toEqual({ prompt: 'a mug', aspect_ratio: '2:3' })
  await double.set({ callbackInParam: true })
  expect(JSON.parse(String((await double.record(id)).param)).callBackUrl).toBe(callBackUrl)
})

test('the first reads of a new task are "recordInfo is null", as those of an unknown one', async () => {
  const double = await useKie({ unseenReads: 2 })
  const nothing = { code: 422, msg: 'recordInfo is null', data: null }
  const id = await double.buy()
  expect([await double.read(id), await double.read(id)]).toEqual([nothing, nothing])
  expect((await double.read(id)).code).toBe(200)
  expect(await double.read('0'.repeat(32))).toEqual(nothing)
  await double.fault({ fault: 'late_record', reads: 1 }, { fault: 'lost', afterReads: 1 })
  const lost = await double.buy()
  const codes = [await double.read(lost), await double.read(lost), await double.read(lost)]
  expect(codes.map(({ code }) => code)).toEqual([422, 200, 422])
  expect((await (await double.get('/api/v1/jobs/recordInfo')).json()) as object).toMatchObject({ code: 422 })
})

test('a failed task has null as result, any failCode, and costs nothing', async () => {
  const double = await useKie()
  await double.fault(
    { fault: 'fail', match: { prompt: 'plain' } },
    { fault: 'fail', code: 501, message: 'flagged as sensitive', match: { prompt: 'number' } },
    { fault: 'fail', code: null, message: null, match: { prompt: 'null' } },
  )
  const ids = [
    await double.buy({ prompt: 'plain' }),
    await double.buy({ prompt: 'number' }),
    await double.buy({ prompt: 'null' }),
  ]
  await double.advance(2000)
  const records = await Promise.all(ids.map((id) => double.record(id)))
  expect(records[0]).toMatchObject({ state: 'fail', resultJson: null, creditsConsumed: 0 })
  expect(records.map(({ failCode }) => failCode)).toEqual(['GENERATION_FAILED', 501, null])
  expect(records[1]?.failMsg).toBe('flagged as sensitive')
  expect((await double.bill()).entries).toEqual([])
})

test('a success may have an empty result, null, no file, several files, or further addresses', async () => {
  const double = await useKie()
  await double.fault(
    { fault: 'show_result', resultJson: '', match: { prompt: 'empty' } },
    { fault: 'show_result', resultJson: null, match: { prompt: 'null' } },
    { fault: 'files', count: 0, match: { prompt: 'none' } },
  )
  const empty = await double.buy({ prompt: 'empty' })
  const nothing = await double.buy({ prompt: 'null' })
  const none = await double.buy({ prompt: 'none' })
  const several = await double.buy({}, { model: 'grok-imagine/text-to-image' })
  await double.advance(5000)
  const resultOf = async (id: string) => (await double.record(id)).resultJson
  expect(await resultOf(empty)).toBe('')
  expect(await resultOf(nothing)).toBeNull()
  expect(await resultOf(none)).toBe('{"resultUrls":[]}')
  expect(JSON.parse(String(await resultOf(several))).resultUrls).toHaveLength(2)
  await double.set({ resultExtras: true })
  const extras = JSON.parse(String(await resultOf(several)))
  expect(Object.keys(extras)).toEqual(['firstFrameUrl', 'lastFrameUrl', 'resultObject', 'resultUrls'])
})

test('results are real files in the ordered shape, for a day', async () => {
  const double = await useKie()
  const picture = await double.buy(
    { aspect_ratio: '2:3', resolution: '1K', input_urls: ['https://pictures.example/a.png'] },
    { model: EDIT },
  )
  const video = await double.buy({ aspect_ratio: '9:16', resolution: '480p', duration: 4 }, { model: VIDEO })
  await double.advance(10_000)
  const bytesOf = async (id: string) => {
    const { resultUrls } = JSON.parse(String((await double.record(id)).resultJson))
    return Buffer.from(await (await fetch(resultUrls[0])).arrayBuffer())
  }
  const png = await bytesOf(picture)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([171, 256])
  expect((await bytesOf(video)).toString('latin1', 4, 8)).toBe('ftyp')
  await double.advance(24 * 3_600_000)
  expect((await fetch(`${double.url}/files/${picture}/0.png`)).status).toBe(404)
})
