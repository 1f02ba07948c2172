import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openTraces } from '../../src/platform/traces/index.ts'
import { useSystem } from '../use-system.ts'
import { collectLines } from './collect-lines.ts'

// It takes connections and never answers.
const dead = createServer(() => undefined)
await new Promise<void>((done) => dead.listen(0, '127.0.0.1', done))
const { port } = dead.address() as { port: number }
const endpoint = `http://127.0.0.1:${port}`
afterAll(() => void dead.close())

const system = useSystem({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })

test('jobs go on while the collector does not answer', async () => {
  const user = await system().createUser()
  const { body } = await system().submit(user)
  expect((await system().finished(user, body.id as string)).status).toBe('completed')
})

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
