// Proves that no request makes the interface fail: Schemathesis sends what fits the description and
// what does not. No answer may be a 5xx, and every answer must be as it is described.
// Run: pnpm probe:fuzz [--calls 50000] [--seed 1] [--plain]. Takes 40 minutes; 5,000 plain calls take 4.
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeApi } from '@atelier/contract/describe-api'
import { flag, number } from '../../harness/arguments/index.ts'
import {
  type CallApi,
  callAs,
  createContent,
  drawPicture,
  fastPostgres,
  fastSettings,
  logIn,
  openDatabase,
  openSystem,
  unopenedOperations,
  writeForm,
} from '../../harness/driver/index.ts'
import { print, printChecks, type Results, runCheck } from '../../harness/report/index.ts'
import { readTally, type Tally } from './read-tally.ts'
import { type Run, runSchemathesis } from './run-schemathesis.ts'

const CREDITS = '100000000'
const LOG_OUTS = 3_000
const ROUNDS_MAX = 100
/** Processes in parallel. */
const LANES = 2
const EXAMPLES_MAX = 100
/** One for each operation, and what follows from their answers. */
const CALLS_PER_EXAMPLE = 60

const TOOLS = join(import.meta.dirname, '..', '..', '..', 'agent', 'client', 'tools.json')
const TICKETS = 20

const command = {
  name: 'pnpm probe:fuzz',
  options: {
    calls: number(50_000, 'requests to send'),
    seed: number(1, 'of the first round; each further one counts up'),
    plain: flag('leaves out the twins of endpoints for sessions, which have the same handlers'),
  },
}

await runCheck(command, async ({ calls: wanted, seed: firstSeed, plain }) => {
  // Only two jobs of a user run at once, so that some wait long enough to be cancelled.
  // Those that wait are many, and none may be refused because it would not be finished in time.
  const stalls = { IMAGE_STALL_SECONDS: '7200', VIDEO_STALL_SECONDS: '7200' }
  const env = { ...fastSettings, ...stalls, RUNNING_JOBS_PER_USER: '2' }
  const description = describeApi({ isComplete: !plain })
  const opened = await openSystem('fuzz', { users: 2, env, postgres: fastPostgres })
  const { system, databaseUrl } = opened
  const [rich, visitor] = opened.users
  if (!rich || !visitor) throw new Error('the seed created too few users')
  await system.admin('grant', rich.email, CREDITS)
  const page = await logIn(system.baseUrl, rich)
  const call = callAs(system.baseUrl, { 'x-api-key': rich.apiKey })
  const dashboard = callAs(system.baseUrl, page)
  const { keys } = await dashboard('GET', '/api/account/keys')
  const { existing } = await createContent(call, (what) => `probe ${what}`, 'probe-1')
  // Not among the things, which are deleted in the course of the run.
  const kept = await call('POST', '/api/gen/assets', { form: await writeForm({}) })
  const given = {
    // The key of all these calls: it must not be revoked.
    ownKey: keys[0].id,
    things: existing,
    files: filesOf((await call('GET', '/api/gen/media')).media, [kept.asset.id]),
    logOuts: await openSessions(databaseUrl, rich.email),
    logIn: { email: visitor.email, password: visitor.password },
    // The password of this user is changed, to the same one: it ends all sessions of the user.
    visitorSession: tokenOf(await logIn(system.baseUrl, visitor)),
    adminSession: tokenOf(await logIn(system.baseUrl, opened.seeded.admin)),
    consentRequest: await askForConsent(system.baseUrl),
    picture: (await drawPicture()).toString('hex'),
    tickets: await askForTickets(call),
    tools: JSON.parse(await readFile(TOOLS, 'utf8')).tools,
  }
  const run = {
    baseUrl: system.baseUrl,
    apiKey: rich.apiKey,
    session: tokenOf(page),
    callsFile: join(system.logDir, 'calls.tsv'),
    givenFile: join(system.logDir, 'given.json'),
    description: join(system.logDir, 'description.json'),
  }
  await writeFile(run.givenFile, JSON.stringify(given))
  await writeFile(run.description, JSON.stringify(description))
  const startedAt = performance.now()
  const complaints: string[] = []
  if (await overlooksWrongDescription(run)) complaints.push('a wrong description was accepted as right')
  let tally: Tally = { calls: 0, byOperation: new Map() }
  for (let round = 0; tally.calls < wanted && round < ROUNDS_MAX; round++) {
    const left = (wanted - tally.calls) / LANES / CALLS_PER_EXAMPLE
    const examples = Math.max(5, Math.min(EXAMPLES_MAX, Math.ceil(left)))
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const seed = firstSeed + round * LANES + lane
      // The first two phases send the same for every seed.
      const phases = round + lane === 0 ? 'examples,coverage,fuzzing,stateful' : 'fuzzing,stateful'
      const found = await runSchemathesis({ ...run, seed, phases, examples })
      if (found !== undefined) complaints.push(`seed ${seed}:\n${found}`)
    })
    await Promise.all(lanes)
    tally = await readTally(run.callsFile)
    print(`${tally.calls} calls so far, ${complaints.length} seeds found something`)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  // A user who was logged out half-way would have got nothing but refusals since.
  await Promise.all([call('GET', '/api/gen/credits'), dashboard('GET', '/api/account/session')])
  const log = await readFile(join(system.logDir, 'api.log'), 'utf8')
  return judge({ tally, complaints, log, operations: operationsOf(description), wanted, seconds })
})

/** Runs the fuzzer on a description that promises a field that does not exist; it must report that. */
async function overlooksWrongDescription(run: Omit<Run, 'seed' | 'phases' | 'examples'>): Promise<boolean> {
  const promised = { type: 'object', required: ['neverThere'] }
  const responses = { 200: { description: 'x', content: { 'application/json': { schema: promised } } } }
  const paths = { '/health': { get: { operationId: 'readHealth', responses } } }
  const description = join(dirname(run.callsFile), 'wrong.json')
  await writeFile(
    description,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }),
  )
  const callsFile = join(dirname(run.callsFile), 'wrong.tsv')
  const found = await runSchemathesis({
    ...run,
    callsFile,
    description,
    seed: 1,
    phases: 'fuzzing',
    examples: 1,
  })
  return !found?.includes('neverThere')
}

/** The query of a client that registered itself, which an owner can allow. */
async function askForConsent(baseUrl: string): Promise<string> {
  const redirect_uri = 'https://client.example/callback'
  const body = { client_name: 'probe', redirect_uris: [redirect_uri] }
  const { client_id } = await callAs(baseUrl, {})('POST', '/oauth/register', { body })
  const code_challenge = createHash('sha256').update('probe').digest('base64url')
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge,
    code_challenge_method: 'S256',
  }
  return new URLSearchParams({ ...asked, resource: `${baseUrl}/mcp` }).toString()
}

/** Addresses for uploads, which only a tool hands out. Each takes one file, and repeats its answer. */
async function askForTickets(call: CallApi): Promise<string[]> {
  const params = { name: 'generate_video', arguments: { prompt: 'x', file_path: 'x.png' } }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const tickets: string[] = []
  for (let count = 0; count < TICKETS; count++) {
    const { result } = await call('POST', '/mcp', { body })
    tickets.push(JSON.parse(result.content[0].text).uploadUrl.split('/').at(-1))
  }
  return tickets
}

function tokenOf({ cookie = '' }: Record<string, string>): string {
  return cookie.split('=').at(-1) ?? ''
}

type Made = { id: string; videoUrl: string | null; thumbnailUrl: string | null }

/** Names of files that exist, by the folder of their address. */
function filesOf(media: Made[], assets: string[]) {
  const name = (url: string | null) => url?.split('/').at(-1) ?? []
  return {
    generated: media.flatMap(({ videoUrl }) => name(videoUrl)),
    thumbnails: media.flatMap(({ thumbnailUrl }) => name(thumbnailUrl)),
    renditions: media.flatMap(({ id }) => [`${id}-feed_portrait-crop.jpg`, `${id}-vertical-pad.jpg`]),
    uploads: assets.map((id) => `${id}.png`),
  }
}

/** Sessions for the log-outs to end: over HTTP no user may log in that often. */
async function openSessions(databaseUrl: string, email: string): Promise<string[]> {
  const tokens = Array.from({ length: LOG_OUTS }, () => randomBytes(32).toString('base64url'))
  const digests = tokens.map((token) => createHash('sha256').update(token).digest())
  const db = await openDatabase(databaseUrl)
  await db.query(
    `insert into sessions (digest, user_id)
     select d, u.id from users u, unnest($2::bytea[]) d where email = $1`,
    [email, digests],
  )
  await db.query(`update sessions set proved_at = now() + interval '1 day'`)
  await db.end()
  return tokens
}

type Document = { paths: Record<string, Record<string, { operationId: string }>> }

/** All except the description itself, which Schemathesis skips. */
function operationsOf(document: unknown): string[] {
  const { '/openapi.json': _, ...paths } = (document as Document).paths
  return Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
}

type Findings = {
  tally: Tally
  complaints: string[]
  log: string
  operations: string[]
  wanted: number
  seconds: number
}

function judge({ tally, complaints, log, operations, wanted, seconds }: Findings): Results {
  for (const [operation, statuses] of tally.byOperation) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    print(`  ${operation.padEnd(26)} ${String(total).padStart(6)}   ${counts.join(', ')}`)
  }
  print(`${tally.calls} calls in ${seconds.toFixed(0)} s, ${Math.round(tally.calls / seconds)} a second`)
  const isGood = (status: number) => status < 400
  const openOnes = operations.filter((one) => !unopenedOperations.includes(one))
  const unreached = openOnes.filter((one) => ![...(tally.byOperation.get(one)?.keys() ?? [])].some(isGood))
  const broken = [...tally.byOperation].filter(([, statuses]) =>
    [...statuses.keys()].some((one) => one >= 500),
  )
  const failures = log.split('\n').filter((line) => line.includes('a request failed'))
  return printChecks([
    {
      sentence: `${tally.calls} calls were made`,
      failures: tally.calls >= wanted ? [] : [`${wanted} are wanted`],
    },
    { sentence: 'every answer is as it is described', failures: complaints },
    { sentence: 'no answer is a 5xx', failures: broken.map(([name]) => name) },
    { sentence: 'the log of the api holds no failed request', failures },
    { sentence: 'every operation was reached with success', failures: unreached },
  ])
}
