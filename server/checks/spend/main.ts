// Proves that the pages of spend show the sums of the ledger: random users have jobs, refunds and grants of
// 60 days, posted by the functions of the ledger at their times. For each the endpoint of the dashboard is
// asked by day, key, product and model, and every row and total is compared with sums that the database
// computes. The service runs in one time zone and its database in another, and one of four entries is at
// midnight. Then wrong sums are put into the sources, one by one, and the comparison must notice each.
// Run: pnpm probe:spend [--users 1000] [--seed 1] [--small]. Takes about 3 minutes; with --small half of one.
import { flag, number } from '../../harness/arguments/index.ts'
import {
  callAs,
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openDatabase,
  openSystem,
} from '../../harness/driver/index.ts'
import { type Mutation, mutatedEnv } from '../../harness/mutation/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { type Check, print, printChecks, runCheck, startStopwatch } from '../../harness/report/index.ts'
import { bugs, smallPages } from './bugs.ts'
import { type Compared, compareSpend, drawAsked, type Get } from './compare-spend.ts'
import { drawHistory, type History } from './draw-history.ts'
import type { Read } from './read-sums.ts'
import { writeHistories } from './write-histories.ts'

/** Ten hours behind the universal time, and fourteen hours before it. */
const SERVICE_ZONE = 'Pacific/Honolulu'
const DATABASE_ZONE = 'Pacific/Kiritimati'
/** Enough that a wrong sum is in at least one of their pages. */
const USERS_PER_BUG = 60

const command = {
  name: 'pnpm probe:spend',
  options: {
    users: number(1_000, 'users, each with random days', { least: USERS_PER_BUG, small: 120 }),
    seed: number(1, 'the same users again'),
    small: flag('fewer users, for CI'),
  },
}

await runCheck(command, async ({ users, seed }) => {
  const clock = startStopwatch()
  const env = { ...fastSettings, TZ: SERVICE_ZONE }
  const opened = await openSystem('spend', { env, postgres: fastPostgres })
  const now = Date.now()
  const histories = Array.from({ length: users }, (_, at) => drawHistory(seededRandom(seed, at), now))
  const database = await openDatabase(opened.databaseUrl)
  await writeHistories((text, values) => database.query(text, values), histories)
  const posted = histories.reduce((sum, { entries }) => sum + entries.length, 0)
  clock.print(`${posted} entries of ${users} users are posted`)
  await database.query(`alter database atelier set timezone = '${DATABASE_ZONE}'`)
  const read: Read = async (text, values) => (await database.query(text, values)).rows
  const compare = (some: History[]) => compareAll(opened, read, { histories: some, seed, now })

  const checks: Check[] = []
  const whole = await withSources(opened, [], () => compare(histories))
  const { answers, rows, differences } = whole
  print(`${answers} answers with ${rows} rows were compared, ${differences.length} differ`)
  checks.push({ sentence: `${answers} pages of spend are the sums of the ledger`, failures: differences })
  const few = histories.slice(0, USERS_PER_BUG)
  const paged = await withSources(opened, [smallPages], () => compare(few))
  checks.push({ sentence: 'also when they are read in pages of two entries', failures: paged.differences })
  const ledger = await opened.system.admin('verify-ledger', '--without-heads').then(
    () => [],
    (error: Error) => [error.message],
  )
  checks.push({ sentence: 'the ledger itself has no finding', failures: ledger })
  for (const { name, mutations } of bugs) {
    const wrong = await withSources(opened, mutations, () => compare(few))
    clock.print(`${name}: ${wrong.differences.length} of ${wrong.answers} answers differ`)
    const failures = wrong.differences.length > 0 ? [] : ['no answer differs']
    checks.push({ sentence: `noticed: ${name}`, failures })
  }
  await database.end()
  return printChecks(checks)
})

/** Starts the api again, with some texts of its sources changed. */
async function withSources<T>(
  { system }: OpenSystem,
  mutations: Mutation[],
  work: () => Promise<T>,
): Promise<T> {
  const env = await mutatedEnv(mutations)
  for (const api of system.apis) {
    await api.stop()
    api.setEnv(env)
    await api.start()
  }
  return work()
}

type Users = { histories: History[]; seed: number; now: number }

async function compareAll(
  { system: { baseUrl } }: OpenSystem,
  read: Read,
  { histories, seed, now }: Users,
): Promise<Compared> {
  const get: Get = (path, cookie) => callAs(baseUrl, { cookie })('GET', path)
  const sum: Compared = { answers: 0, rows: 0, differences: [] }
  for (const [at, history] of histories.entries()) {
    const asked = drawAsked(seededRandom(seed, 'days', at), history, now)
    const { answers, rows, differences } = await compareSpend({ get, read }, history, asked)
    sum.answers += answers
    sum.rows += rows
    sum.differences.push(...differences)
  }
  return sum
}
