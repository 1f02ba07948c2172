import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CallApi,
  callAs,
  fastSettings,
  logIn,
  openSystem,
  queryDatabase,
  runStatements,
} from '../../harness/driver/index.ts'
import {
  compressRules,
  type ManagedProcess,
  type Prometheus,
  startPrometheus,
  waitUntil,
} from '../../harness/processes/index.ts'
import { archiveBy } from './archive-by.ts'
import { keepOn } from './keep-on.ts'
import { lockJobs, lockLateJob } from './lock-jobs.ts'

const OBSERVE = join(import.meta.dirname, '..', '..', '..', 'deploy', 'observe')
/** Half an hour of the rules is a minute here. */
const FACTOR = 30
const LONG = 400_000
const FIRES_WITHIN_MS = 120_000
const PER_MODEL = 20
/** They say that this machine is busy, which others may be the reason of. */
const OF_THE_MACHINE = ['AtelierLoopBlocked', 'AtelierPoolExhausted']
/** A scrape has one second here instead of ten: on a busy machine two in a row may be late. */
const OF_LATE_SCRAPES = ['AtelierApiDown', 'AtelierWorkerDown', 'AtelierTargetDown']
/** Only recorded series fire them: costs of a day, a starved pool, and a limit of the system for handles. */
const NOT_BROKEN_HERE = ['AtelierSpendUnusual', 'AtelierPoolExhausted', 'AtelierHandlesShort']

const rules = readFileSync(join(OBSERVE, 'rules.yml'), 'utf8')
const seen = new Set<string>()
let opened: Awaited<ReturnType<typeof openSystem>>
let prometheus: Prometheus
let call: CallApi

beforeAll(async () => {
  const times = { TICK_SECONDS: '2', IMAGE_STALL_SECONDS: '20', SUBMIT_WAIT_SECONDS: '1' }
  opened = await openSystem('alerts', {
    env: { ...fastSettings, ...times, LOG_LEVEL: 'warn', SIMULATOR_SLOW_MS: '15000' },
    postgres: { durable: false, settings: { archive_mode: 'on' } },
    engine: { partitions: 1, memory: '64MB' },
    sellsCredits: true,
    isMeasured: true,
    signEverySeconds: 5,
  })
  const { system, dir } = opened
  await archiveBy(opened.databaseUrl, 'true')
  const { api, worker, signer } = system.metricsPorts as Record<string, number>
  prometheus = await startPrometheus({
    dir: join(dir, 'prometheus'),
    targets: {
      'atelier-api': [api as number],
      'atelier-worker': [worker as number],
      'atelier-signer': [signer as number],
      engine: [system.engine.nodePort],
    },
    rules: compressRules(rules, FACTOR),
    intervalMs: 1_000,
  })
  call = callAs(system.baseUrl, { 'x-api-key': opened.owner.apiKey })
}, LONG)

afterAll(async () => {
  await prometheus?.stop()
  await opened?.close()
}, LONG)

const processOf = (name: string) => opened.system.processes[name] as ManagedProcess

/** Waits until each of them has fired since now: some end while others wait. */
async function expectFiring(...names: string[]): Promise<void> {
  const fired = new Set<string>()
  const findMissing = async () => {
    for (const name of await prometheus.readFiring()) {
      fired.add(name)
      seen.add(name)
    }
    return names.filter((name) => !fired.has(name))
  }
  await expect.poll(findMissing, { timeout: FIRES_WITHIN_MS, interval: 500 }).toEqual([])
}

/** Waits until Prometheus has read a process once more. */
async function waitForScrape(role: 'api' | 'worker'): Promise<void> {
  const readAt = async () =>
    Number((await prometheus.query(`timestamp(atelier_info{role="${role}"})`))[0]?.value[1] ?? 0)
  const before = await readAt()
  const isRead = async () => (await readAt()) > before
  await waitUntil(`Prometheus has read the ${role}`, isRead, { withinMs: 30_000 })
}

const order = (model: string) => call('POST', '/api/gen/image', { body: { prompt: 'a mug', model } })
const orderMany = (model: string) =>
  Promise.all(Array.from({ length: PER_MODEL }, async (): Promise<string> => (await order(model)).id))
const finish = async (id: string): Promise<{ status: string; imageUrl: string }> => {
  for (;;) {
    const media = await call('GET', `/api/gen/media/${id}`)
    if (!['queued', 'processing'].includes(media.status)) return media
    await sleep(100)
  }
}

/** The address of a finished picture. A busy machine may not finish one within its window. */
async function makePicture(): Promise<string> {
  for (;;) {
    const { status, imageUrl } = await finish((await order('simulator/ok')).id)
    if (status === 'completed') return imageUrl
  }
}

async function useEverything(): Promise<void> {
  await finish((await order('simulator/ok')).id)
  await call('GET', '/api/gen/credits/verify')
  await call('POST', '/mcp', {
    headers: {
      authorization: `Bearer ${opened.owner.apiKey}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_credits', arguments: {} } },
  })
  await call('GET', '/api/gen/media/med_none').catch(() => undefined)
}

/** Changes rows as no process of ours may. */
const rewrite = (...statements: string[]) =>
  runStatements(opened.databaseUrl, ['set session_replication_role = replica', ...statements])

type Panel = { title: string; targets?: { expr: string }[] }

test(
  'a healthy system under load fires nothing, and every query of the dashboard has data',
  async () => {
    const { panels } = JSON.parse(readFileSync(join(OBSERVE, 'dashboard.json'), 'utf8')) as {
      panels: Panel[]
    }
    const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
    expect(queries.length).toBeGreaterThan(40)
    // What is counted before the first scrape is no increase.
    const readUp = async () => (await prometheus.query('count(up == 1)'))[0]?.value[1]
    await expect.poll(readUp, { timeout: 30_000 }).toBe('4')
    const endings = [1, 2].map(() => keepOn(useEverything, 500))
    expect((await finish((await order('simulator/hang')).id)).status).toBe('stalled')
    const findEmpty = async () => {
      const answers = await Promise.all(
        queries.map(async ({ title, expr }) => {
          const series = await prometheus.query(expr.replaceAll('$__rate_interval', '20s'))
          return { what: `${title}: ${expr}`, isEmpty: series.length === 0 }
        }),
      )
      return answers.filter(({ isEmpty }) => isEmpty).map(({ what }) => what)
    }
    await expect.poll(findEmpty, { timeout: 40_000, interval: 1_000 }).toEqual([])
    for (const end of endings) await end()
    // At no moment so far.
    const everFired = await prometheus.query(
      'max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[1h]))',
    )
    const names = everFired.map(({ metric }) => metric.alertname as string)
    const others = [...OF_THE_MACHINE, ...OF_LATE_SCRAPES]
    expect(names.filter((name) => !others.includes(name))).toEqual([])
    const findLate = async () =>
      (await prometheus.readFiring()).filter((name) => !OF_THE_MACHINE.includes(name))
    await expect.poll(findLate, { timeout: 30_000 }).toEqual([])
  },
  LONG,
)

test(
  'without a worker jobs wait; when it is back, what came too late is told',
  async () => {
    const late = await orderMany('simulator/slow')
    const stalled = await orderMany('simulator/hang')
    const readOpen = () =>
      queryDatabase(opened.databaseUrl, async (query) => {
        const rows = await query(`select from media where status = 'processing'`)
        return rows.length
      })
    await expect.poll(readOpen, { timeout: 15_000 }).toBe(2 * PER_MODEL)
    await processOf('worker').kill9()
    await order('simulator/ok')
    // As if it had been away for longer than results and refunds may take.
    const among = (ids: string[]) => `id in (${ids.map((id) => `'${id}'`).join(', ')})`
    await rewrite(
      `update media set run_due_at = run_due_at - interval '200 s',
       deadline_at = deadline_at + interval '1 hour'
     where ${among(late)}`,
      `update media set created_at = created_at - interval '200 s',
       deadline_at = deadline_at - interval '200 s'
     where ${among(stalled)}`,
    )
    await expectFiring('AtelierWorkerDown', 'AtelierJobsWaiting')
    // What a process counts before the first scrape of it is no increase.
    const unlock = await lockJobs(opened.databaseUrl, [...late, ...stalled])
    await processOf('worker').start()
    await waitForScrape('worker')
    await unlock()
    const results = ['AtelierResultsBurnFast', 'AtelierResultsBurnSlow', 'AtelierJobsStalling']
    // Together, because the first may be over when the last begins.
    await expectFiring(...results, 'AtelierRefundsBurnFast', 'AtelierRefundsBurnSlow')
  },
  LONG,
)

test(
  'storage, archive, ledger, signer and payments: each that breaks fires its alert',
  async () => {
    const { system, owner, stripe } = opened
    const imageUrl = await makePicture()
    const path = new URL(imageUrl, system.baseUrl).pathname
    const session = await logIn(system.baseUrl, owner)
    await archiveBy(opened.databaseUrl, 'false')
    await rewrite(
      `update ledger_entries set created_at = created_at - interval '1 day'
     where seq = 1 and user_id = (select id from users where email = '${owner.email}')`,
      // A fact that no version of ours writes.
      `insert into payment_events (id, type, subject, fact, is_live, created_at, received_at)
     values ('evt_broken', 'x', 'pi_broken', '{"kind": "paid"}', false, now(), now() - interval '1 hour')`,
    )
    await Promise.all([system.s3.kill9(), processOf('signer').kill9(), stripe?.kill9()])
    const buy = () =>
      callAs(system.baseUrl, session)('POST', '/api/account/checkouts', { body: { packId: 'small' } })
    const endings = [
      keepOn(() => call('GET', path), 50),
      keepOn(() => call('GET', '/api/gen/credits/verify'), 1_000),
      keepOn(buy, 2_000),
    ]
    await expectFiring(
      ...['AtelierLedgerBroken', 'AtelierLedgerUnsigned', 'AtelierNotArchived', 'AtelierOutage'],
      ...['AtelierRequestsBurnFast', 'AtelierRequestsBurnSlow'],
      ...['AtelierPaymentsRefused', 'AtelierPaymentsNotApplied'],
    )
    for (const end of endings) await end()
    await rewrite(`delete from payment_events where id = 'evt_broken'`)
    await archiveBy(opened.databaseUrl, 'true')
    await Promise.all([system.s3.start(), processOf('signer').start(), stripe?.start()])
  },
  LONG,
)

test(
  'provider, stuck runs and a process that computes too much: each fires its alert',
  async () => {
    const { id } = await order('simulator/slow')
    const unlock = await lockLateJob(opened.databaseUrl, id)
    const pid = processOf('api').pid as number
    // Once between two scrapes, because one without a lag begins the wait of the alert again. A scrape sets
    // the measurement of the lag back, which then misses what happens before it has looked once (50 ms).
    const freeze = async () => {
      process.kill(pid, 'SIGSTOP')
      await sleep(600)
      process.kill(pid, 'SIGCONT')
      await waitForScrape('api')
      await sleep(150)
    }
    const endings = [keepOn(() => order('simulator/refuse'), 100), keepOn(freeze, 0)]
    await expectFiring('AtelierProviderFailing', 'AtelierRunsStuck', 'AtelierLoopBlocked')
    for (const end of endings) await end()
    await unlock()
  },
  LONG,
)

test(
  'engine, database and api that are away fire their alerts, and what is back is quiet',
  async () => {
    const { system } = opened
    await system.engine.kill9()
    await expectFiring('AtelierEngineDown')
    await system.engine.start()
    await system.postgres.kill9()
    await expectFiring('AtelierTickMissing', 'AtelierOutage')
    await system.postgres.start()
    await processOf('api').kill9()
    await expectFiring('AtelierApiDown', 'AtelierTargetDown')
    await processOf('api').start()
    const away = ['Api', 'Worker', 'Target', 'Engine'].map((part) => `Atelier${part}Down`)
    const others = ['AtelierTickMissing', 'AtelierOutage', 'AtelierLedgerUnsigned', 'AtelierRunsStuck']
    const stillFiring = async () =>
      (await prometheus.readFiring()).filter((name) => [...away, ...others].includes(name))
    await expect.poll(stillFiring, { timeout: FIRES_WITHIN_MS, interval: 500 }).toEqual([])
  },
  LONG,
)

test('that were all alerts but those that only recorded series fire', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string)
  expect(alerts.length).toBeGreaterThan(20)
  expect(alerts.filter((name) => !seen.has(name) && !NOT_BROKEN_HERE.includes(name))).toEqual([])
})
