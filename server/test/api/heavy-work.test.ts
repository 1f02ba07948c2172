import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { CallerLeft } from '../../src/platform/db/index.ts'
import { useSystem } from '../use-system.ts'

const HEAVY_LIMIT = 60
/** The signals of the heavy work that began. */
const signals: AbortSignal[] = []

const system = useSystem({}, (app) => {
  const { run } = app.heavy
  app.heavy.run = (user, signal, work) => {
    signals.push(signal)
    return run(user, signal, work)
  }
})

afterEach(() => {
  system().app.config.rateLimits.heavy = HEAVY_LIMIT
  signals.length = 0
})

async function verify(key: string): Promise<Response> {
  const url = `${system().baseUrl}/api/gen/credits/verify`
  const answer = await fetch(url, { headers: { 'x-api-key': key } })
  await answer.text()
  return answer
}

async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20)) if (await isTrue()) return
  throw new Error('not within 20 s')
}

const hasBackend = async (condition: string) =>
  (await system().app.db.row(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and ${condition}`,
  )) !== undefined

test('a heavy request counts in its own class and in the class heavy, and shows both', async () => {
  const { apiKey } = await system().createUser()
  const search = await system().call('GET', '/api/agent/knowledge/search?q=mug', { key: apiKey })
  expect(search.status).toBe(200)
  const { status, headers } = await verify(apiKey)
  const shown = (name: string) => Number(headers.get(`x-ratelimit-${name}`))
  expect([status, shown('limit'), shown('remaining')]).toEqual([200, 300, 298])
  expect([shown('heavy-limit'), shown('heavy-remaining')]).toEqual([HEAVY_LIMIT, HEAVY_LIMIT - 2])
  expect(shown('heavy-reset')).toBeGreaterThan(Date.now() - 60_000)
})

test('the heavy request too many is refused and counts in no class; light ones go on', async () => {
  system().app.config.rateLimits.heavy = 3
  const { apiKey } = await system().createUser()
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(apiKey)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
  const refused = await verify(apiKey)
  expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([429, '3'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const light = await system().call('GET', '/api/gen/credits', { key: apiKey })
  expect([light.status, light.headers.get('x-ratelimit-remaining')]).toEqual([200, '296'])
})

test('a verification ends when its caller leaves', async () => {
  const { apiKey } = await system().createUser()
  await system().app.db.transaction(async (tx) => {
    await tx.row('lock table ledger_entries in access exclusive mode')
    const sent = request(`${system().baseUrl}/api/gen/credits/verify`, {
      agent: false,
      headers: { 'x-api-key': apiKey },
    })
    sent.on('error', () => undefined).end()
    await waitUntil(() => hasBackend(`wait_event_type = 'Lock'`))
    sent.destroy()
    await waitUntil(() => signals.every((signal) => signal.aborted))
    expect(signals).toHaveLength(1)
  })
})

test('the signal cancels a running statement, and its connection is free again', async () => {
  const controller = new AbortController()
  const sleeping = `query like '%pg_sleep(120)%'`
  const work = system().app.heavy.run('user', controller.signal, (db) =>
    db.transaction(async (tx) => {
      await tx.row('set local statement_timeout = 0')
      await tx.row('select pg_sleep(120)')
    }),
  )
  const outcome = work.catch((error) => error)
  await waitUntil(() => hasBackend(`state = 'active' and ${sleeping}`))
  controller.abort()
  expect(await outcome).toBeInstanceOf(CallerLeft)
  await waitUntil(async () => !(await hasBackend(`state = 'active' and ${sleeping}`)))
})

test('heavy work of one user leaves connections to another', async () => {
  const { heavy } = system().app
  const { promise, resolve } = Promise.withResolvers<void>()
  const { signal } = new AbortController()
  let running = 0
  const occupy = () =>
    heavy.run('greedy', signal, (db) =>
      db.transaction(async (tx) => {
        running++
        await tx.row('select 1')
        await promise
      }),
    )
  const all = Array.from({ length: 10 }, occupy)
  await waitUntil(() => running === 2)
  expect(await heavy.run('other', signal, (db) => db.row('select 1 as one'))).toEqual({ one: 1 })
  expect(running).toBe(2)
  resolve()
  await Promise.all(all)
})
