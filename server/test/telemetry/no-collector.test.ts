import { afterAll, expect, test } from 'vitest'
import { startCollector } from '../../harness/collector/index.ts'
import { median } from '../../harness/report/index.ts'
import { openTraces } from '../../src/platform/traces/index.ts'
import { useSystem } from '../use-system.ts'
import { collectLines } from './collect-lines.ts'

const collector = await startCollector()
const system = useSystem({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, RATE_LIMIT_FACTOR: '1000' })
let isGone = false
afterAll(() => (isGone ? undefined : collector.stop()))

const READS = 40

/** Jobs that must be made, and what a read takes meanwhile, in milliseconds. */
async function work(): Promise<number> {
  const user = await system().createUser()
  const jobs = await Promise.all([1, 2, 3].map(() => system().submit(user)))
  const taken: number[] = []
  for (let read = 0; read < READS; read++) {
    const at = performance.now()
    const { status } = await system().call('GET', '/api/gen/credits', { key: user.apiKey })
    taken.push(performance.now() - at)
    expect(status).toBe(200)
  }
  for (const { body } of jobs)
    expect((await system().finished(user, body.id as string)).status).toBe('completed')
  return median(taken)
}

test('a collector that hangs or goes away is not felt', async () => {
  await work()
  const usual = await work()
  await expect.poll(() => collector.calls).toBeGreaterThan(0)
  const mostMs = 3 * usual + 25
  collector.hang()
  expect(await work()).toBeLessThan(mostMs)
  isGone = true
  await collector.stop()
  expect(await work()).toBeLessThan(mostMs)
}, 90_000)

test('a hundred thousand spans without a collector cost no memory and no waiting', async () => {
  const failures: unknown[] = []
  const outage = { failed: (why: unknown) => void failures.push(why), worked: () => undefined }
  const traces = openTraces({ endpoint: 'http://127.0.0.1:1', process: {}, outage })
  const before = process.memoryUsage().heapUsed
  const startedAt = performance.now()
  for (let span = 0; span < 100_000; span++) traces.noteOf(`med_${span}`, { name: 'x', seconds: 0.01 })
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300e6)
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const closedAt = performance.now()
  await traces.close()
  expect(performance.now() - closedAt).toBeLessThan(4_000)
}, 60_000)

test('the outage of a collector has its line, without what was sent', async () => {
  const { log, lines, text } = collectLines()
  const { newOutages } = await import('../../src/platform/log/index.ts')
  const traces = openTraces({
    endpoint: 'http://127.0.0.1:1',
    process: {},
    outage: newOutages(log)('traces'),
  })
  traces.noteOf('med_1', { name: 'x', seconds: 0.01 })
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1)
  expect(lines[0]).toMatchObject({ part: 'traces', msg: 'an outage has begun' })
  expect(text()).not.toContain('med_1')
  await traces.close()
})
