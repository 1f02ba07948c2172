import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { traceIdsOf } from '../../src/platform/traces/index.ts'
import { useSystem } from '../use-system.ts'
import { collectLines } from './collect-lines.ts'
import { type Span, startCollector } from './collect-spans.ts'
import { drawTrace } from './draw-trace.ts'

const CANARY = 'canary7Xq2'
const collector = await startCollector()
const { log, lines } = collectLines()
const system = useSystem({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, IMAGE_STALL_SECONDS: '3' }, (app) => {
  app.log = log
})
afterAll(() => collector.stop())

const WAIT = { timeout: 15_000 }
const names = (spans: Span[]) => new Set(spans.map(({ name }) => name))

/** The spans of a job, when the last one of it has come. */
async function traceOf(media: string): Promise<Span[]> {
  const { traceId } = traceIdsOf(media)
  await expect.poll(() => names(collector.of(traceId)), WAIT).toContain('image job')
  await expect.poll(() => names(collector.of(traceId)), WAIT).toContain('POST /api/gen/image')
  return collector.of(traceId)
}

test('a job is one trace, from its request through steps, provider and storage to its end', async () => {
  const user = await system().createUser()
  const submitted = await system().submit(user, { prompt: CANARY })
  const media = submitted.body.id as string
  await system().finished(user, media)
  const spans = await traceOf(media)
  for (const name of [
    ...['POST /api/gen/image', 'charge', 'engine start', 'step submit', 'provider submit', 'step advance'],
    ...['provider check', 'storage PUT', 'settle', 'image job'],
  ])
    expect(names(spans)).toContain(name)

  const whole = spans.filter(({ parentSpanId }) => !parentSpanId)
  expect(whole.map(({ name, spanId }) => [name, spanId])).toEqual([['image job', traceIdsOf(media).rootId]])
  const ids = new Set(spans.map(({ spanId }) => spanId))
  expect(spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([])
  const parentOf = (name: string) => {
    const { parentSpanId } = spans.find((one) => one.name === name) as Span
    return spans.find(({ spanId }) => spanId === parentSpanId)?.name
  }
  expect(parentOf('provider submit')).toBe('step submit')
  expect(['step advance', 'step reconcile']).toContain(parentOf('storage PUT'))
  expect(['step advance', 'step reconcile']).toContain(parentOf('settle'))
  for (const { startMs, endMs } of spans) expect(endMs).toBeGreaterThanOrEqual(startMs)

  const request = spans.find(({ name }) => name === 'POST /api/gen/image')
  expect(request?.attributes).toMatchObject({
    requestId: submitted.headers.get('x-request-id'),
    media,
    status: 201,
  })
  expect(whole[0]?.attributes).toMatchObject({ media, kind: 'image', outcome: 'completed' })
  // Every span is drawn: none is outside of the tree. The picture in docs/observing.md is one of these.
  const picture = drawTrace(spans)
  expect(picture.split('\n')).toHaveLength(spans.length)
  if (process.env.TRACE_PICTURE) writeFileSync(process.env.TRACE_PICTURE, picture)
})

test('each of a hundred requests is found by its id in traces and lines, whatever its answer', async () => {
  const user = await system().createUser(2_000)
  const key = user.apiKey
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      index % 5 === 0
        ? system().submit(user, { prompt: CANARY })
        : system().call('GET', index % 2 ? '/api/gen/credits' : `/api/gen/media/${CANARY}`, { key }),
    ),
  )
  const countIn = (ids: unknown[]) => {
    const found = new Set(ids)
    return answers.filter(({ headers }) => found.has(headers.get('x-request-id'))).length
  }
  const inTraces = () => countIn(collector.spans.map(({ attributes }) => attributes.requestId))
  const inLines = () =>
    countIn(lines.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId))
  await expect.poll(() => [inTraces(), inLines()], { timeout: 60_000 }).toEqual([100, 100])
  expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(1)
}, 120_000)

test('a job without a result has its end in its trace, with the reason', async () => {
  const user = await system().createUser()
  const { body } = await system().submit(user, { prompt: CANARY, model: 'simulator/hang' })
  const media = body.id as string
  expect((await system().finished(user, media)).status).toBe('stalled')
  const whole = (await traceOf(media)).find(({ name }) => name === 'image job')
  expect(whole?.attributes).toMatchObject({ outcome: 'stalled', code: 'timeout', credits: 400 })
})

test('no prompt, key or path of a caller is in any span', async () => {
  expect(collector.spans.length).toBeGreaterThan(100)
  expect(collector.text()).not.toContain(CANARY)
  expect(collector.text()).not.toContain('hsk_')
})
