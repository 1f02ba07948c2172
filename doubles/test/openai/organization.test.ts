import { expect, test } from 'vitest'
import { readError, readResult, useOpenAi } from './use-openai.ts'

const DAY_SECONDS = 86_400
const START = 1_790_000_000 - (1_790_000_000 % DAY_SECONDS)

interface Page {
  data: { start_time: number; end_time: number; results: Record<string, unknown>[] }[]
  has_more: boolean
  next_page: string | null
}

async function useBoughtOrganization() {
  const settings = { renderMs: 1000, renderSpreadMs: 0 }
  const double = await useOpenAi({ time: 'virtual', startAt: START * 1000, settings })
  const buy = async (body: object) => {
    const { reply } = await double.hold(body)
    await double.advance(1000)
    return readResult(await reply)
  }
  const read = async (path: string): Promise<Page> => {
    const answer = await double.get(`/v1/organization/${path}`, 'double-admin-key')
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Page
  }
  await buy({ n: 2 })
  await buy({ model: 'gpt-image-2' })
  await double.advance(DAY_SECONDS * 1000)
  await buy({ model: 'gpt-image-2', size: '1536x1024' })
  return { double, read }
}

test('costs are sums of days that match the bill, and lead to no request', async () => {
  const { double, read } = await useBoughtOrganization()
  const { data, has_more } = await read(`costs?start_time=${START}`)
  expect(data.map(({ start_time }) => start_time)).toEqual([START, START + DAY_SECONDS])
  const values = data.flatMap(({ results }) =>
    results.map(({ amount }) => (amount as { value: number }).value),
  )
  const { total } = await double.bill()
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(total.microUsd / 1e6, 9)
  expect([has_more, JSON.stringify(data).includes('req_')]).toEqual([false, false])
  const grouped = await read(`costs?start_time=${START}&group_by[]=line_item`)
  expect(grouped.data[0]?.results.map(({ line_item }) => line_item)).toContain('gpt-image-2, output_tokens')
})

test('usage counts images and requests by model and hour, in pages', async () => {
  const { read } = await useBoughtOrganization()
  const query = `usage/images?start_time=${START}&bucket_width=1h&group_by=model`
  const first = await read(query)
  expect([first.data.length, first.has_more]).toEqual([24, true])
  expect(first.data[0]?.results).toMatchObject([
    { model: 'gpt-image-2.6-flare', images: 2, num_model_requests: 1, size: null },
    { model: 'gpt-image-2', images: 1, num_model_requests: 1 },
  ])
  const second = await read(`${query}&page=${first.next_page}`)
  expect(second.data[0]?.results).toMatchObject([{ model: 'gpt-image-2', images: 1 }])
  expect([second.has_more, second.next_page]).toEqual([false, null])
})

test('costs can come late', async () => {
  const { double, read } = await useBoughtOrganization()
  await double.set({ costsDelayMs: 3_600_000 })
  const sums = async () => (await read(`costs?start_time=${START}`)).data.map(({ results }) => results.length)
  expect(await sums()).toEqual([1, 0])
  await double.advance(3_600_000)
  expect(await sums()).toEqual([1, 1])
})

test.each([
  ['costs', 'missing_required_parameter', 'start_time'],
  ['costs?start_time=soon', 'invalid_type', 'start_time'],
  ['costs?start_time=1&bucket_width=1h', 'invalid_value', 'bucket_width'],
  ['costs?start_time=1&group_by=model', 'invalid_value', 'group_by'],
  ['costs?start_time=1&limit=181', 'integer_above_max_value', 'limit'],
  ['usage/images?start_time=1&request_id=x', 'unknown_parameter', 'request_id'],
  ['usage/images?start_time=1&page=x', 'invalid_value', 'page'],
])('a wrong query is refused: %s', async (path, code, param) => {
  const double = await useOpenAi()
  const answer = await double.get(`/v1/organization/${path}`, 'double-admin-key')
  expect(await readError(answer)).toMatchObject({ status: 400, code, param })
})

test('faults of the core work on every route', async () => {
  const double = await useOpenAi()
  for (const [on, path] of [
    ['models', '/v1/models'],
    ['costs', '/v1/organization/costs?start_time=1'],
    ['usage', '/v1/organization/usage/images?start_time=1'],
  ] as const) {
    await double.fault({ fault: 'html', on }, { fault: 'rate_limited', on }, { fault: 'malformed_json', on })
    const read = () => double.get(path, on === 'models' ? 'double-key' : 'double-admin-key')
    expect((await read()).headers.get('content-type')).toBe('text/html')
    expect(await readError(await read())).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    await expect((await read()).json()).rejects.toThrow(SyntaxError)
  }
})
