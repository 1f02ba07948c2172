import { expect, onTestFinished, test } from 'vitest'
import { asRole, waitUntil } from '../../harness/processes/index.ts'
import { openMetricsPort } from '../../src/entry/open-metrics-port.ts'
import type { App } from '../../src/platform/app/index.ts'
import { openDb } from '../../src/platform/db/index.ts'
import { openMetrics, serveMetrics } from '../../src/platform/metrics/index.ts'
import { useSystem } from '../use-system.ts'
import { readSeries } from './read-series.ts'

const CANARY = 'canary7Xq2'
const system = useSystem({ METRICS_PORT: '0', IMAGE_STALL_SECONDS: '3' })

const render = () => system().app.metrics.render()
const scrape = (port: number | undefined) =>
  fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())

test('a job is counted where it passes: request, provider, steps, end, credits', async () => {
  const before = await render()
  const user = await system().createUser()
  const { body } = await system().submit(user, { prompt: CANARY })
  await system().finished(user, body.id as string)
  const { body: failing } = await system().submit(user, { prompt: CANARY, model: 'simulator/fail' })
  await system().finished(user, failing.id as string)
  const after = await render()
  const added = (series: string) => (readSeries(after, series) ?? 0) - (readSeries(before, series) ?? 0)
  expect(added('atelier_http_requests_total{route="/api/gen/image",method="POST",status="201"}')).toBe(2)
  expect(added('atelier_http_request_seconds_count{route="/api/gen/image",method="POST"}')).toBe(2)
  expect(added('atelier_jobs_accepted_total{kind="image",mode="live"}')).toBe(2)
  expect(added('atelier_jobs_ended_total{kind="image",outcome="completed",error="none"}')).toBe(1)
  expect(added('atelier_jobs_ended_total{kind="image",outcome="failed",error="provider_error"}')).toBe(1)
  expect(added('atelier_credits_total{movement="charged"}')).toBe(800)
  expect(added('atelier_credits_total{movement="refunded"}')).toBe(400)
  expect(added('atelier_job_seconds_count{kind="image"}')).toBe(2)
  expect(added('atelier_result_visible_seconds_count{kind="image"}')).toBe(1)
  expect(added('atelier_provider_calls_total{provider="simulator",call="submit",outcome="accepted"}')).toBe(2)
  expect(added('atelier_provider_call_seconds_count{provider="simulator",call="submit"}')).toBe(2)
  expect(added('atelier_run_step_seconds_count{step="submit",result="accepted"}')).toBe(2)
  expect(added('atelier_engine_start_seconds_count{outcome="accepted"}')).toBe(2)
  expect(added('atelier_db_pool_wait_seconds_count{pool="main"}')).toBeGreaterThan(0)
  expect(readSeries(after, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

test('a job that stalls is measured from the end of its window, and a broken chain is counted', async () => {
  const before = await render()
  const user = await system().createUser()
  const { body } = await system().submit(user, { prompt: CANARY, model: 'simulator/hang' })
  expect((await system().finished(user, body.id as string)).status).toBe('stalled')
  expect((await system().call('GET', '/api/gen/credits/verify', { key: user.apiKey })).status).toBe(200)
  const after = await render()
  const added = (series: string) => (readSeries(after, series) ?? 0) - (readSeries(before, series) ?? 0)
  expect(added('atelier_jobs_ended_total{kind="image",outcome="stalled",error="timeout"}')).toBe(1)
  expect(added('atelier_refund_delay_seconds_count')).toBe(1)
  expect(added('atelier_ledger_checks_total{check="chain",result="valid"}')).toBe(1)
  expect(readSeries(after, 'atelier_tick_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60)
})

test('open jobs are shown by state and age, read from the database and not at the scrape', async () => {
  const port = await openPort(system().app)
  const user = await system().createUser()
  const { body } = await system().submit(user, { prompt: CANARY, model: 'simulator/hang' })
  const again = await openPort(system().app)
  await expect
    .poll(async () =>
      readSeries(await scrape(again), 'atelier_jobs_open{state="processing",kind="image",age="10s"}'),
    )
    .toBe(1)
  expect(readSeries(await scrape(port), 'atelier_jobs_late')).toBe(0)
  await system().finished(user, body.id as string)
})

test.each(['api', 'worker'] as const)('%s may read open jobs with the login that it has', async (role) => {
  const { app } = system()
  const url = asRole(app.config.databaseUrl, `atelier_${role}`)
  const db = openDb({ url, poolSize: 1, onIdleError: () => undefined })
  onTestFinished(db.close)
  const metrics = openMetrics({ isOn: true })
  const opened = await openMetricsPort({ ...app, db, metrics }, role)
  onTestFinished(opened.close)
  const readAt = async () => readSeries(await scrape(opened.port), 'atelier_jobs_read_timestamp_seconds') ?? 0
  await expect.poll(readAt).toBeGreaterThan(0)
})

test('labels are few: whatever is called, no id, path or text of a caller becomes one', async () => {
  const user = await system().createUser()
  const key = user.apiKey
  const { body } = await system().submit(user, { prompt: CANARY })
  const seriesOf = (text: string) =>
    text.split('\n').filter((line) => line.startsWith('atelier_http_')).length
  await system().call('GET', `/api/gen/media/${body.id}`, { key })
  for (const method of ['GET', 'PUT']) await system().call(method, `/${CANARY}/x`, { key })
  // A request is counted when its answer has left, which the caller may notice first.
  const counted = [
    // Where pages may be.
    '{route="/*",method="GET",status="404"}',
    '{route="none",method="none",status="404"}',
    '{route="/api/gen/media/{id}",method="GET",status="200"}',
  ]
  await waitUntil(
    'all are counted',
    async () => {
      const text = await render()
      return counted.every((labels) => text.includes(`atelier_http_requests_total${labels}`))
    },
    { withinMs: 5_000 },
  )
  const before = seriesOf(await render())
  for (let call = 0; call < 20; call++) {
    await system().call('GET', `/api/gen/media/${body.id}?${CANARY}=${call}`, { key })
    await system().call(['GET', 'PUT', 'DELETE', 'OPTIONS'][call % 4] as string, `/${CANARY}/${call}`, {
      key,
    })
  }
  const text = await render()
  expect(seriesOf(text)).toBe(before)
  for (const secret of [CANARY, user.id, key, body.id as string]) expect(text).not.toContain(secret)
})

test('everyone who scrapes within a second gets the same text, on that path alone', async () => {
  const metrics = openMetrics({ isOn: true })
  let rendered = 0
  const render = () => {
    rendered++
    return metrics.render()
  }
  const counting = { ...metrics, render }
  const server = await serveMetrics(counting, { host: '127.0.0.1', port: 0 })
  onTestFinished(server.close)
  const texts = await Promise.all(
    Array.from({ length: 200 }, () => scrape(server.port).catch(() => 'refused')),
  )
  const served = texts.filter((text) => text !== 'refused')
  expect(served.length).toBeGreaterThan(0)
  expect(new Set(served).size).toBe(rendered)
  expect(rendered).toBeLessThanOrEqual(3)
  // The connections of the others close first.
  const statusOf = (path: string, method: string) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => statusOf('/', 'GET')).toBe(404)
  await expect.poll(() => statusOf('/metrics', 'POST')).toBe(404)
})

test('a scrape does not wait for a database that hangs', async () => {
  const { app } = system()
  const hanging = {
    rows: () => new Promise<never>(() => undefined),
    row: () => new Promise<never>(() => undefined),
  }
  const port = await openPort({ ...app, db: { ...app.db, lookup: hanging } }, { isStuck: true })
  const startedAt = performance.now()
  expect(await scrape(port)).toContain('process_cpu_seconds_total')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('without a port nothing is measured and nobody listens', async () => {
  const metrics = openMetrics({ isOn: false })
  metrics.countAccepted('image', 'live', 400)
  expect(await metrics.render()).toBe('')
  const app = {
    ...system().app,
    config: { ...system().app.config, metrics: { host: '127.0.0.1', port: undefined } },
  }
  expect((await openMetricsPort(app, 'api')).port).toBeUndefined()
})

async function openPort(app: App, { isStuck = false } = {}): Promise<number | undefined> {
  const opened = await openMetricsPort(app, 'api')
  // One that waits for a statement without an end cannot be closed.
  if (!isStuck) onTestFinished(opened.close)
  return opened.port
}
