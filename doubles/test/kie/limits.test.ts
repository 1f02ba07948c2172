import { expect, test } from 'vitest'
import { createTempFolder, runDouble } from '../run-double.ts'
import { IMAGE, kieClient, useKie, VIDEO, verdictOf } from './use-kie.ts'

test('20 new tasks in 10 s, then 429: refused, not queued', async () => {
  const double = await useKie()
  for (let nth = 0; nth < 10; nth++) await double.buy()
  await double.advance(5000)
  for (let nth = 0; nth < 10; nth++) await double.buy()
  expect((await verdictOf(await double.create())).slice(0, 2)).toEqual([200, 429])
  await double.advance(5000)
  for (let nth = 0; nth < 10; nth++) await double.buy()
  await double.set({ codeAsStatus: true })
  expect((await double.create()).status).toBe(429)
  expect((await double.log()).counts).toMatchObject({ posts: 32, accepted: 30, refused: 2 })
})

test('unfinished tasks are limited as well', async () => {
  const double = await useKie({ runningMax: 2, newTasksMax: null, renderMs: 60_000 })
  await double.buy()
  await double.buy()
  expect((await verdictOf(await double.create()))[1]).toBe(429)
  await double.advance(60_000)
  await double.buy()
})

test('a task costs credits of half a cent, and the balance falls', async () => {
  const double = await useKie({ balanceMicroUsd: 4_000_000 })
  const credit = async () => (await (await double.get('/api/v1/chat/credit')).json()) as unknown
  expect(await credit()).toEqual({ code: 200, msg: 'success', data: 800 })
  const picture = await double.buy({ resolution: '2K' })
  const video = await double.buy({ resolution: '720p', duration: 10 }, { model: VIDEO })
  await double.advance(10_000)
  expect(await double.bill()).toMatchObject({
    entries: [
      { taskId: picture, units: 10, unit: 'credits', microUsd: 50_000 },
      { taskId: video, units: 630, unit: 'credits', microUsd: 3_150_000 },
    ],
    leftMicroUsd: 800_000,
  })
  expect((await double.record(video)).creditsConsumed).toBe(630)
  expect(await credit()).toMatchObject({ data: 160 })
  expect((await verdictOf(await double.create({ duration: 10 }, { model: VIDEO })))[1]).toBe(402)
  expect(await double.buy()).toMatch(/^[0-9a-f]{32}$/)
})

test('an account without a limit has a balance too', async () => {
  const double = await useKie()
  await double.buy()
  await double.advance(5000)
  expect(await (await double.get('/api/v1/chat/credit')).json()).toMatchObject({ data: 999_994 })
})

test('prices are public and come in pages', async () => {
  const double = await useKie()
  const page = async (pageNum: number) =>
    (await (await double.post('/client/v1/model-pricing/page', { pageNum, pageSize: 5 }, '')).json()) as {
      data: { records: unknown[]; total: number; pages: number }
    }
  const [first, second] = [await page(1), await page(2)]
  expect(first.data.records).toHaveLength(5)
  expect(first.data.pages).toBe(Math.ceil(first.data.total / 5))
  expect(second.data.records[0]).not.toEqual(first.data.records[0])
  const tooLong = await double.post('/client/v1/model-pricing/page', { pageNum: 1, pageSize: 101 }, '')
  expect((await verdictOf(tooLong))[1]).toBe(422)
})

test('the real process keeps its tasks, their results and what was seen of them over a kill', async () => {
  const journal = `${createTempFolder()}/kie.jsonl`
  const start = async () => {
    const double = await runDouble('--provider', 'kie', '--time', 'virtual', '--journal', journal)
    return { ...double, ...kieClient(double.url) }
  }
  const before = await start()
  expect(before.printed.provider).toBe('kie')
  const id = await before.buy({}, { model: IMAGE })
  expect((await before.read(id)).code).toBe(422)
  expect((await before.record(id)).state).toBe('waiting')
  await before.kill()
  const after = await start()
  await after.advance(2000)
  const { resultUrls } = JSON.parse(String((await after.record(id)).resultJson))
  expect((await fetch(resultUrls[0])).headers.get('content-type')).toBe('image/png')
  expect((await after.bill()).total.units).toBe(6)
})
