// Orders of test keys reach no provider, although four are set up: their doubles get no request. Then live
// keys order, well and badly, and the keys of the providers must be written nowhere: not into a log, an
// answer, the engine's journal or the database. The api is started without them.
// Run: pnpm probe:test-keys [--orders 1000] [--small]. Takes about 2 minutes.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { flag, number } from '../../harness/arguments/index.ts'
import { type Doubles, doubleNames, startDoubles } from '../../harness/doubles/index.ts'
import {
  type ApiTarget,
  callAs,
  fastPostgres,
  fastSettings,
  logIn,
  type OpenSystem,
  openSystem,
  queryDatabase,
  runParallel,
  sendRequest,
} from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { printChecks, printProgress, runCheck } from '../../harness/report/index.ts'
import { findInDatabase, findInFiles } from './find-canaries.ts'

const USERS = 20
const IN_PARALLEL = 16
const LIVE_ORDERS = 80
const FINAL_WITHIN_MS = 300_000
const TRIES_MAX = 30

const operatorFile = {
  models: [
    { id: 'fal-images', offers: ['fal/nano-banana-2'] },
    { id: 'kie-images', offers: ['kie/nano-banana-2'] },
    { id: 'openai-images', offers: ['openai/gpt-image-2'] },
    { id: 'runway-images', offers: ['runway/gpt-image-2'] },
  ],
  defaults: { image: 'fal-images' },
}
const unlimited = { renderMs: 200, longSidePixels: 96, concurrency: null }
const settings = {
  fal: unlimited,
  kie: { ...unlimited, newTasksMax: null, runningMax: null },
  openai: { ...unlimited, renderSpreadMs: 200 },
  runway: { ...unlimited, dailyGenerations: null },
}
/** Troubles about which a provider says most, and our logs, too. */
const faults = [
  { fault: 'unauthorized', times: 2 },
  { fault: 'out_of_credit', times: 2 },
  { fault: 'html', times: 2 },
  { fault: 'fail', times: 2 },
]

const command = {
  name: 'pnpm probe:test-keys',
  options: {
    orders: number(1_000, 'orders of test keys', { small: 100, least: 10, most: 100_000 }),
    small: flag('the size for CI'),
  },
}

type Answers = { texts: string[] }

await runCheck(command, async ({ orders }) => {
  const canary = (name: string) => `canary-${name}-${randomBytes(32).toString('hex')}`
  const keys = Object.fromEntries(doubleNames.map((name) => [name, canary(name)]))
  const doubles = await startDoubles(doubleNames, { settings, operatorFile, keys })
  const opened = await openSystem('test-keys', {
    users: USERS,
    env: { ...fastSettings, LOG_LEVEL: 'debug', IMAGE_STALL_SECONDS: '60', ...doubles.env },
    workerEnv: doubles.workerEnv,
    postgres: fastPostgres,
  })
  const answers: Answers = { texts: [] }
  printProgress(`${orders} orders of test keys`)
  const outside = await orderWithTestKeys(opened, doubles, orders, answers)
  const ended = await countEnds(opened, 'test')
  printProgress(`${LIVE_ORDERS} orders of live keys, with faults`)
  for (const name of doubleNames) await doubles.byName[name].fault(...faults)
  await orderLive(opened, answers)
  const live = await countEnds(opened, 'live')
  const reached = await countRequests(doubles)
  const leaks = await findLeaks(opened, doubles, answers)
  return printChecks([
    {
      sentence: `no request of ${orders} orders of test keys reached a provider`,
      failures: Object.entries(outside).flatMap(([name, count]) => (count > 0 ? `${name} got ${count}` : [])),
    },
    {
      sentence: `all ${orders} were completed by the simulator`,
      failures: ended['completed simulator'] === orders ? [] : [JSON.stringify(ended)],
    },
    {
      sentence: `live orders reached all four providers: ${JSON.stringify(live)}`,
      failures: Object.entries(reached).flatMap(([name, count]) => (count === 0 ? `${name} got none` : [])),
    },
    { sentence: 'the api has no key of a provider in its environment', failures: findInApi(opened, doubles) },
    { sentence: 'no log, answer, journal or table holds a key of a provider', failures: leaks },
  ])
})

async function orderWithTestKeys(
  { system, users }: OpenSystem,
  doubles: Doubles,
  orders: number,
  { texts }: Answers,
): Promise<Record<string, number>> {
  const dispatcher = new Agent({ connections: IN_PARALLEL })
  const testKeys: string[] = []
  for (const [i, user] of users.entries()) {
    const session = await logIn(system.baseUrl, user, `127.0.7.${1 + Math.floor(i / 10)}`)
    const body = { name: 'Test', mode: 'test' }
    testKeys.push((await callAs(system.baseUrl, session)('POST', '/api/account/keys', { body })).secret)
  }
  await runParallel(
    IN_PARALLEL,
    Array.from({ length: orders }, (_, i) => i),
    async (i) => {
      const headers = { 'x-api-key': testKeys[i % testKeys.length] ?? '' }
      const body = { prompt: `mug number ${i}`, ...(i % 3 === 0 && { model: 'simulator/ok' }) }
      const target = { baseUrl: system.baseUrl, headers, dispatcher }
      texts.push(...(await orderUntilTaken(target, body)))
    },
  )
  await dispatcher.close()
  return countRequests(doubles)
}

/** A busy machine refuses orders for a moment. Returns what was answered. */
async function orderUntilTaken(target: ApiTarget, body: object): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const { status, headers, text } = await sendRequest(target, 'POST', '/api/gen/image', { body })
    texts.push(text)
    const isBusy = status === 429 || status === 503
    if (!isBusy || texts.length === TRIES_MAX) return texts
    await sleep(Number(headers['retry-after'] ?? 1) * 1_000)
  }
}

async function countRequests({ byName }: Doubles): Promise<Record<string, number>> {
  const counts = doubleNames.map(async (name) => [name, (await byName[name].log()).requests.length])
  return Object.fromEntries(await Promise.all(counts))
}

async function orderLive({ system, users }: OpenSystem, { texts }: Answers): Promise<void> {
  await runParallel(
    IN_PARALLEL,
    Array.from({ length: LIVE_ORDERS }, (_, i) => i),
    async (i) => {
      const headers = { 'x-api-key': users[i % users.length]?.apiKey ?? '' }
      const target = { baseUrl: system.baseUrl, headers }
      const model = `${doubleNames[i % doubleNames.length]}-images`
      const answer = await sendRequest(target, 'POST', '/api/gen/image', {
        body: { prompt: `cup ${i}`, model },
      })
      texts.push(answer.text)
    },
  )
}

/** How many jobs ended how, and where, once all have. */
async function countEnds({ databaseUrl }: OpenSystem, mode: string): Promise<Record<string, number>> {
  const read = () =>
    queryDatabase(databaseUrl, (query) =>
      query<{ name: string; count: number }>(
        `select status || ' ' || provider as name, count(*) as count from media
         where mode = '${mode}' and parent_id is null group by 1`,
      ),
    )
  const isDrained = async () => (await read()).every(({ name }) => !/^(queued|processing)/.test(name))
  await waitUntil('every job is final', isDrained, { withinMs: FINAL_WITHIN_MS, everyMs: 500 }).catch(
    () => undefined,
  )
  return Object.fromEntries((await read()).map(({ name, count }) => [name, count]))
}

/** The environment that the kernel shows of each api. */
function findInApi({ system }: OpenSystem, { keys }: Doubles): string[] {
  return system.apis.flatMap(({ name, pid }) => {
    const text = readFileSync(`/proc/${pid}/environ`, 'latin1')
    return Object.entries(keys).flatMap(([provider, key]) =>
      text.includes(key) ? `${name} has the key of ${provider}` : [],
    )
  })
}

async function findLeaks(
  { system, users, databaseUrl, dir }: OpenSystem,
  { keys }: Doubles,
  { texts }: Answers,
): Promise<string[]> {
  for (const { apiKey } of users) {
    const target = { baseUrl: system.baseUrl, headers: { 'x-api-key': apiKey } }
    for (const path of ['/api/gen/media', '/api/gen/models', '/health'])
      texts.push((await sendRequest(target, 'GET', path)).text)
  }
  const words = Object.values(keys)
  const said = texts.filter((text) => words.some((word) => text.includes(word)))
  return [
    ...said.map((text) => `an answer: ${text.slice(0, 100)}`),
    ...(await findInFiles([dir, system.postgres.dataDir], words)),
    ...(await findInDatabase(databaseUrl, words)),
  ]
}
