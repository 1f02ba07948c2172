// Proves that no request makes the interface fail, at ten times the speed of pnpm probe:fuzz: requests are
// drawn from the whole description, sent in parallel, and every answer is compared with the contract.
// Run: pnpm probe:calls [--calls 100000] [--seed 1]. Takes about 5 minutes; 5,000 calls take half a minute.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeApi } from '@atelier/contract/describe-api'
import { Agent, request } from 'undici'
import { number } from '../../harness/arguments/index.ts'
import {
  callAs,
  createContent,
  drawPicture,
  fastPostgres,
  fastSettings,
  logIn,
  openSystem,
  runParallel,
  type SeededUser,
  unopenedOperations,
} from '../../harness/driver/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { median, print, printChecks, printProgress, runCheck } from '../../harness/report/index.ts'
import { readMemoryBytes } from '../../harness/usage/index.ts'
import { type DrawnRequest, drawRequest, type Operation, type Sender } from './draw-request.ts'
import type { Json } from './draw-value.ts'
import { judgeAnswer } from './judge-answer.ts'
import { keepPhotos } from './keep-photos.ts'
import { readOperations } from './read-operations.ts'

const USERS = 8
const CREDITS = '100000000'
const IN_PARALLEL = 12
const ODD_SHARE = 0.04
/** Of ten parts of the calls. In the third, caches and pools are filled. */
const WARM_PART = 2
const PARTS = 10
const GROWTH_MAX = 0.2
const SHOWN = 20
/** A provider that refuses is an injected fault: its model was ordered. */
const FAULT_CODES = ['provider_unavailable', 'provider_rejected']
/** Fewer calls than this do not fill caches and pools, so their memory says nothing. */
const MEMORY_CALLS = 50_000
/** For each user whose queue is full: enough that some are drawn to be cancelled. */
const WAITING_JOBS = 15
const KNOWN_IDS_MAX = 400
/** These share the few log-ins of a network, or need a link: they are sent, and refused as described. */
const CLOSED = ['logIn', 'uploadByTicket', 'readAskedConsent', 'giveConsent', ...unopenedOperations]
/** These would end the account, the session or the key that all other calls of a user need. */
const ENDING = ['logOut', 'endSession', 'changePassword', 'revokeKey', 'rotateKey', 'eraseAccount']

const command = {
  name: 'pnpm probe:calls',
  options: {
    calls: number(100_000, 'requests to send'),
    seed: number(1, 'of the drawn requests'),
  },
}

const SYSTEM = {
  users: USERS,
  sellsCredits: true,
  env: { ...fastSettings, RUNNING_JOBS_PER_USER: '2', IMAGE_STALL_SECONDS: '7200' },
  postgres: fastPostgres,
}

type Actor = { sender: Sender; session: Record<string, string>; knownIds: string[] }

await runCheck(command, async ({ calls, seed }) => {
  const { system, users, seeded } = await openSystem('calls', SYSTEM)
  const document: Json = describeApi({ isComplete: true })
  const operations = readOperations(document)
  const adminPage = await logIn(system.baseUrl, seeded.admin)
  const actors: Actor[] = []
  for (const user of users) {
    await system.admin('grant', user.email, CREDITS)
    actors.push(await createActor(system.baseUrl, user, operations))
    if (actors.length > USERS / 2) actors.at(-1)?.knownIds.push(...(await fillQueue(system.baseUrl, user)))
  }
  const dispatcher = new Agent({ connections: IN_PARALLEL, pipelining: 1 })
  const tally = new Map<string, Map<number, number>>()
  const problems: string[] = []
  const faults: string[] = []
  const memory: number[][] = Array.from({ length: PARTS }, () => [])
  const startedAt = performance.now()

  const sendOne = async (index: number) => {
    const random = seededRandom(seed, index)
    const operation = operations[index % operations.length] as Operation
    const actor = random.pick(actors)
    const { sender, session, knownIds } = actor
    const drawing = { random, document, knownIds, oddShare: ODD_SHARE }
    const page = operation.path.startsWith('/api/admin/') ? adminPage : session
    const headers = operation.auth === 'session' ? page : operation.auth === 'key' ? sender.headers : {}
    // An ending operation is sent without a valid credential, and must be refused as described.
    const isEnding = ENDING.includes(operation.name)
    const drawn = drawRequest(drawing, operation, { ...sender, headers: isEnding ? {} : { ...headers } })
    const received = await send(dispatcher, system.baseUrl, drawn)
    count(tally, operation.name, received.status)
    const code = /"code":"(\w+)"/.exec(received.text)?.[1] ?? ''
    const where = `call ${index}: ${drawn.method} ${drawn.path.slice(0, 120)}: ${received.status} ${code}`
    if (received.status >= 500 && !FAULT_CODES.includes(code)) faults.push(where)
    if (received.status === 201) learnId(actor, received.text)
    const problem = judgeAnswer(operation.name, received)
    if (problem) problems.push(`${where}: ${problem}`)
    // One figure depends on when garbage was collected last, so many are compared.
    if (index % 100 === 0)
      memory[Math.floor((index / calls) * PARTS)]?.push(readMemoryBytes(system.apis[0]?.pid))
    if (index % 1_000 === 999) printProgress(`${index + 1} calls, ${problems.length} problems`)
  }
  await runParallel(IN_PARALLEL, Array(calls).keys(), sendOne)
  const seconds = (performance.now() - startedAt) / 1_000
  const medians = memory.map(median)
  const growth = (medians.at(-1) ?? 0) / (medians[WARM_PART] ?? 0) - 1
  await dispatcher.close()
  const log = await readFile(join(system.logDir, 'api.log'), 'utf8')
  printTally(tally)
  print(`${calls} calls in ${seconds.toFixed(0)} s, ${Math.round(calls / seconds)} a second`)
  const inMiB = medians.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(', ')
  print(`memory of the api in each tenth of the calls, median: ${inMiB} MiB`)
  const isReached = (name: string) => [...(tally.get(name)?.keys() ?? [])].some((status) => status < 400)
  const unreached = operations.map(({ name }) => name).filter((name) => !isReached(name))
  const failed = log.split('\n').filter((line) => line.includes('a request failed'))
  return printChecks([
    { sentence: 'no answer is a 5xx, except where a refusing provider was ordered', failures: shown(faults) },
    { sentence: 'every answer is as the contract describes it', failures: shown(problems) },
    { sentence: 'the log of the api holds no failed request', failures: shown(failed) },
    {
      sentence: 'every operation that ends nothing was reached with success',
      failures: unreached.filter((name) => ![...ENDING, ...CLOSED].includes(name)),
    },
    {
      sentence: `the memory of the api grows by less than ${GROWTH_MAX * 100}% after the third tenth`,
      failures: growth < GROWTH_MAX || calls < MEMORY_CALLS ? [] : [`${(growth * 100).toFixed(1)}%`],
    },
  ])
})

async function createActor(baseUrl: string, user: SeededUser, operations: Operation[]): Promise<Actor> {
  const headers = { 'x-api-key': user.apiKey }
  const call = callAs(baseUrl, headers)
  const { existing } = await createContent(call, (what) => `some ${what}`, 'plain-1')
  const { media } = await call('GET', '/api/gen/media')
  const urls = media.flatMap((one: Json) => [one.videoUrl, one.thumbnailUrl]).filter(Boolean) as string[]
  const files = [
    ...urls.map((url) => url.split('/').at(-1) ?? ''),
    ...media.map(({ id }: Json) => `${id}-vertical-crop.jpg`),
    ...[...(existing.asset ?? []), ...(existing.photo ?? [])].map((id) => `${id}.png`),
  ]
  const session = await logIn(baseUrl, user)
  return {
    sender: { headers, picture: await drawPicture(), files, kept: await keepPhotos(call, operations) },
    session,
    knownIds: Object.values(existing).flat(),
  }
}

/** Jobs of which two never end, so that the others, and all later jobs of this user, wait. */
async function fillQueue(baseUrl: string, { apiKey }: SeededUser): Promise<string[]> {
  const call = callAs(baseUrl, { 'x-api-key': apiKey })
  const body = { prompt: 'x', model: 'simulator/hang' }
  const ids: string[] = []
  while (ids.length < 2 + WAITING_JOBS) ids.push((await call('POST', '/api/gen/image', { body })).id)
  return ids.slice(2)
}

/** Later calls also name what earlier ones created. The oldest of too many are forgotten. */
function learnId({ knownIds, sender }: Actor, text: string): void {
  const id = /"id":"([a-z]{3}_[0-9A-Za-z]{22})"/.exec(text)?.[1]
  if (!id) return
  knownIds.push(id)
  if (id.startsWith('ast_')) sender.files.push(`${id}.png`)
  for (const list of [knownIds, sender.files])
    if (list.length > KNOWN_IDS_MAX) list.splice(KNOWN_IDS_MAX / 2, 1)
}

async function send(dispatcher: Agent, baseUrl: string, drawn: DrawnRequest) {
  const { method, path, headers, text, form } = drawn
  const answer = await request(`${baseUrl}${path}`, {
    method: method as 'GET',
    headers,
    body: form ?? text ?? null,
    dispatcher,
  })
  const type = String(answer.headers['content-type'])
  return { status: answer.statusCode, type, text: await answer.body.text() }
}

function count(tally: Map<string, Map<number, number>>, name: string, status: number): void {
  const statuses = tally.get(name) ?? new Map<number, number>()
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  tally.set(name, statuses)
}

function printTally(tally: Map<string, Map<number, number>>): void {
  for (const [name, statuses] of tally) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    print(`  ${name.padEnd(26)} ${counts.join(', ')}`)
  }
}

function shown(failures: string[]): string[] {
  const left = failures.length - SHOWN
  return left <= 0 ? failures : [...failures.slice(0, SHOWN), `and ${left} more`]
}
