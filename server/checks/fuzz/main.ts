// Whatever is sent to the served interface: no answer is a 5xx, and every answer is as it is described.
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { callAs } from '../../harness/driver/call-api.ts'
import { createContent, drawPicture } from '../../harness/driver/create-content.ts'
import { logIn } from '../../harness/driver/log-in.ts'
import { type OpenSystem, openSystem } from '../../harness/driver/open-system.ts'
import { readTally, type Tally } from './read-tally.ts'
import { type Run, runSchemathesis } from './run-schemathesis.ts'

const CREDITS = '100000000'
const LOG_OUTS = 3_000
const ROUNDS_MAX = 100
/** Processes side by side. */
const LANES = 2
const EXAMPLES_MAX = 100
/** One for each operation, and what follows from their answers. */
const CALLS_PER_EXAMPLE = 60

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
})
const say = (text: string) => process.stdout.write(`${text}\n`)

// Two at a time, so that some jobs wait long enough to be cancelled.
const opened = await openSystem('fuzz', 2, { RUNNING_JOBS_PER_USER: '2' })
try {
  process.exitCode = await probe(opened)
} finally {
  await opened.close()
}

async function probe({ system, people }: OpenSystem): Promise<number> {
  const [rich, visitor] = people
  if (!rich || !visitor) throw new Error('the seed made too few people')
  await system.admin('grant', rich.email, CREDITS)
  const page = await logIn(system.baseUrl, rich)
  const ask = callAs(system.baseUrl, { 'x-api-key': rich.apiKey })
  const account = callAs(system.baseUrl, page)
  const { keys } = await account('GET', '/api/account/keys')
  const { there } = await createContent(ask, (what) => `probe ${what}`, 'probe-1')
  const given = {
    // The one that all of this is asked with: it is not to be revoked.
    ownKey: keys[0].id,
    things: there,
    files: filesOf((await ask('GET', '/api/gen/media')).media, there.asset ?? []),
    logOuts: await openSessions(system.env.DATABASE_URL as string, rich.email),
    logIn: { email: visitor.email, password: visitor.password },
    picture: (await drawPicture()).toString('hex'),
  }
  const run = {
    baseUrl: system.baseUrl,
    apiKey: rich.apiKey,
    session: (page.cookie ?? '').split('=').at(-1) ?? '',
    callsFile: join(system.logDir, 'calls.tsv'),
    givenFile: join(system.logDir, 'given.json'),
  }
  await writeFile(run.givenFile, JSON.stringify(given))
  const wanted = Number(values.calls)
  const startedAt = performance.now()
  const complaints: string[] = []
  if (await overlooksLie(run)) complaints.push('a description that is wrong was taken for right')
  let tally: Tally = { calls: 0, byOperation: new Map() }
  for (let round = 0; tally.calls < wanted && round < ROUNDS_MAX; round++) {
    const left = (wanted - tally.calls) / LANES / CALLS_PER_EXAMPLE
    const examples = Math.max(5, Math.min(EXAMPLES_MAX, Math.ceil(left)))
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const seed = Number(values.seed) + round * LANES + lane
      // The first two phases ask the same whatever the seed.
      const phases = round + lane === 0 ? 'examples,coverage,fuzzing,stateful' : 'fuzzing,stateful'
      const told = await runSchemathesis({ ...run, seed, phases, examples })
      if (told !== undefined) complaints.push(`seed ${seed}:\n${told}`)
    })
    await Promise.all(lanes)
    tally = await readTally(run.callsFile)
    say(`${tally.calls} calls so far, ${complaints.length} seeds found something`)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  // Whoever was locked out half-way has seen nothing but refusals since.
  await Promise.all([ask('GET', '/api/gen/credits'), account('GET', '/api/account/session')])
  const log = await readFile(join(system.logDir, 'api.log'), 'utf8')
  const operations = operationsOf(await (await fetch(`${system.baseUrl}/openapi.json`)).json())
  return judge({ tally, complaints, log, operations, wanted, seconds })
}

/** Shows the fuzzer an interface that promises more than is there; it must say so. */
async function overlooksLie(run: Omit<Run, 'seed' | 'phases' | 'examples'>): Promise<boolean> {
  const promised = { type: 'object', required: ['neverThere'] }
  const responses = { 200: { description: 'x', content: { 'application/json': { schema: promised } } } }
  const paths = { '/health': { get: { operationId: 'readHealth', responses } } }
  const description = join(dirname(run.callsFile), 'lie.json')
  await writeFile(
    description,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }),
  )
  const callsFile = join(dirname(run.callsFile), 'lie.tsv')
  const told = await runSchemathesis({
    ...run,
    callsFile,
    description,
    seed: 1,
    phases: 'fuzzing',
    examples: 1,
  })
  return !told?.includes('neverThere')
}

/** Names of files that are there, by the folder of their address. */
function filesOf(media: { videoUrl: string | null; thumbnailUrl: string | null }[], assets: string[]) {
  const name = (url: string | null) => url?.split('/').at(-1) ?? []
  return {
    generated: media.flatMap(({ videoUrl }) => name(videoUrl)),
    thumbnails: media.flatMap(({ thumbnailUrl }) => name(thumbnailUrl)),
    uploads: assets.map((id) => `${id}.png`),
  }
}

/** Sessions to be ended, one for each log-out: over HTTP nobody may log in that often. */
async function openSessions(databaseUrl: string, email: string): Promise<string[]> {
  const tokens = Array.from({ length: LOG_OUTS }, () => randomBytes(32).toString('base64url'))
  const digests = tokens.map((token) => createHash('sha256').update(token).digest())
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
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

/** All but the one at the address of the description, which Schemathesis leaves out. */
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

function judge({ tally, complaints, log, operations, wanted, seconds }: Findings): number {
  for (const [operation, statuses] of tally.byOperation) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    say(`  ${operation.padEnd(26)} ${String(total).padStart(6)}   ${counts.join(', ')}`)
  }
  for (const complaint of complaints) say(complaint)
  say(`${tally.calls} calls in ${seconds.toFixed(0)} s, ${Math.round(tally.calls / seconds)} a second`)
  const isGood = (status: number) => status < 400
  const unreached = operations.filter((one) => ![...(tally.byOperation.get(one)?.keys() ?? [])].some(isGood))
  const broken = [...tally.byOperation].filter(([, statuses]) =>
    [...statuses.keys()].some((one) => one >= 500),
  )
  const failures = log.split('\n').filter((line) => line.includes('a request failed'))
  const checks: [boolean, string][] = [
    [tally.calls >= wanted, `${tally.calls} calls were made`],
    [complaints.length === 0, 'every answer was as it is described'],
    [broken.length === 0, `no answer was a 5xx ${broken.map(([name]) => name)}`],
    [failures.length === 0, `nothing failed in the log of the api ${failures.slice(0, 3).join('\n')}`],
    [unreached.length === 0, `every operation was reached with success ${unreached}`],
  ]
  for (const [isRight, sentence] of checks) say(`${isRight ? 'ok  ' : 'FAIL'} ${sentence.trim()}`)
  const failed = checks.filter(([isRight]) => !isRight).length
  say(`${checks.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
