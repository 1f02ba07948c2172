import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallApi, callAs, fastSettings, openSystem, runStatements } from '../../harness/driver/index.ts'
import { compressRules, type Prometheus, startPrometheus } from '../../harness/processes/index.ts'

const OBSERVE = join(import.meta.dirname, '..', '..', '..', 'deploy', 'observe')
const FACTOR = 30
const LONG = 180_000
/** They say that this machine is busy, which others may be the reason of. */
const OF_THE_MACHINE = ['AtelierLoopBlocked', 'AtelierPoolExhausted']

let opened: Awaited<ReturnType<typeof openSystem>>
let prometheus: Prometheus
let call: CallApi

beforeAll(async () => {
  opened = await openSystem('alerts', {
    env: { ...fastSettings, LOG_LEVEL: 'warn', TICK_SECONDS: '2', IMAGE_STALL_SECONDS: '4' },
    postgres: { durable: false, settings: { archive_mode: 'on', archive_command: 'true' } },
    engine: { partitions: 1, memory: '64MB' },
    isMeasured: true,
  })
  const { system, dir } = opened
  const { api, worker, signer } = system.metricsPorts as Record<string, number>
  prometheus = await startPrometheus({
    dir: join(dir, 'prometheus'),
    targets: {
      'atelier-api': [api as number],
      'atelier-worker': [worker as number],
      'atelier-signer': [signer as number],
      engine: [system.engine.nodePort],
    },
    rules: compressRules(readFileSync(join(OBSERVE, 'rules.yml'), 'utf8'), FACTOR),
    intervalMs: 1_000,
  })
  call = callAs(system.baseUrl, { 'x-api-key': opened.owner.apiKey })
}, LONG)

afterAll(async () => {
  await prometheus?.stop()
  await opened?.close()
}, LONG)

const firing = async () => (await prometheus.readFiring()).filter((name) => !OF_THE_MACHINE.includes(name))

const order = (model: string) => call('POST', '/api/gen/image', { body: { prompt: 'a mug', model } })
const finish = async (id: string): Promise<{ status: string; imageUrl: string }> => {
  for (;;) {
    const media = await call('GET', `/api/gen/media/${id}`)
    if (!['queued', 'processing'].includes(media.status)) return media
    await sleep(100)
  }
}

/** Repeats work, whatever comes of it, until it is told to end. */
function keepOn(work: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await work().catch(() => undefined)
      await sleep(everyMs)
    }
  })()
  return async () => {
    isOver = true
    await running
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
    const endings = [1, 2].map(() => keepOn(useEverything, 200))
    const { id } = await order('simulator/hang')
    expect((await finish(id)).status).toBe('stalled')
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
    expect(await firing()).toEqual([])
    for (const end of endings) await end()
  },
  LONG,
)

test(
  'what breaks in a running system fires its alert, and what is mended is quiet',
  async () => {
    const { system, databaseUrl } = opened
    const { id } = await order('simulator/ok')
    const { imageUrl } = await finish(id)
    const path = new URL(imageUrl).pathname
    const fires = async (...names: string[]) => {
      await expect.poll(firing, { timeout: 90_000, interval: 500 }).toEqual(expect.arrayContaining(names))
    }
    // Postgres cannot archive, somebody changed the ledger, a provider refuses, the storage is away.
    await runStatements(databaseUrl, [
      `alter system set archive_command = 'false'`,
      `select pg_reload_conf()`,
      `select pg_switch_wal()`,
      `set session_replication_role = replica`,
      `update ledger_entries set created_at = created_at - interval '1 day'
       where seq = 1 and user_id = (select id from users where email = '${opened.owner.email}')`,
    ])
    await system.s3.kill9()
    const endings = [
      keepOn(() => order('simulator/refuse'), 100),
      keepOn(() => call('GET', path), 50),
      keepOn(() => call('GET', '/api/gen/credits/verify'), 1_000),
    ]
    await fires('AtelierLedgerBroken', 'AtelierOutage', 'AtelierRequestsBurnFast')
    await fires('AtelierProviderFailing', 'AtelierNotArchived')
    for (const end of endings) await end()
    await system.s3.start()

    await system.engine.kill9()
    await fires('AtelierEngineDown')
    await Promise.all([system.workers[0]?.kill9(), system.apis[0]?.kill9()])
    await fires('AtelierWorkerDown', 'AtelierApiDown', 'AtelierTargetDown')

    await system.engine.start()
    await Promise.all([system.workers[0]?.start(), system.apis[0]?.start()])
    const down = ['AtelierApiDown', 'AtelierWorkerDown', 'AtelierTargetDown', 'AtelierEngineDown']
    const stillDown = async () => (await firing()).filter((name) => down.includes(name))
    await expect.poll(stillDown, { timeout: 60_000, interval: 500 }).toEqual([])
  },
  LONG * 2,
)
