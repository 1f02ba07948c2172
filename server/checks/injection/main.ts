// Proves that a stored text never speaks for itself: hostile strings go into every field that is stored. None
// leaves its quotation marks, none brings invisible characters along, none makes its record worth more.
// Run: pnpm probe:injection [--count 100000] [--http 1000] [--seed 1]. Takes about 6 minutes; 10,000 take 3.
import { number } from '../../harness/arguments/index.ts'
import { callAs, fastPostgres, fastSettings, logIn, openSystem } from '../../harness/driver/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { type Check, print, printChecks, runCheck } from '../../harness/report/index.ts'
import { carriers } from './carriers.ts'
import { checkItself } from './check-itself.ts'
import { journeys, type Victim } from './journeys.ts'
import { listTextFields } from './list-text-fields.ts'
import { runBulk } from './run-bulk.ts'
import { findInAnswer, runHttp } from './run-http.ts'
import { runTwins } from './run-twins.ts'

const VICTIMS = 4
const FAILURE_CHARACTERS = 600

const command = {
  name: 'pnpm probe:injection',
  options: {
    count: number(100_000, 'strings that go through the functions that quote'),
    http: number(1_000, 'strings that are sent over HTTP'),
    twins: number(200, 'pairs of records that differ in a hostile text only'),
    seed: number(1, 'the same strings again'),
  },
}

await runCheck(command, async ({ count, http, twins: pairs, seed }) => {
  const random = seededRandom(seed)
  const checks: Check[] = []
  const check = (failures: string[], sentence: string) =>
    checks.push({ sentence, failures: failures.map(escapeText) })

  const fields = listTextFields()
  const unprobed = (table: object) => [
    ...fields.filter((field) => !(field in table)).map((field) => `${field} is not checked: add it`),
    ...Object.keys(table)
      .filter((field) => !fields.includes(field))
      .map((field) => `${field} is no field`),
  ]
  check([...unprobed(carriers), ...unprobed(journeys)], `each of the ${fields.length} text fields is checked`)
  check(checkItself(seededRandom(seed + 1)), 'the check finds what it is shown')

  const bulk = runBulk(count, random)
  print(
    `${bulk.strings} strings, ${bulk.refused} of them refused; ${bulk.blocks} blocks of ${bulk.lines} lines`,
  )
  print(`the longest block has ${bulk.longestTokens} tokens`)
  check(bulk.complaints, `${bulk.strings} strings stayed in their quotation marks`)

  const options = { users: VICTIMS, env: fastSettings, postgres: fastPostgres }
  const { system, users } = await openSystem('injection', options)
  const { baseUrl } = system
  const victims: Victim[] = await Promise.all(
    users.map(async (user) => {
      const asKey = (secret: string) => callAs(baseUrl, { 'x-api-key': secret })
      return { asKey, agent: asKey(user.apiKey), dashboard: callAs(baseUrl, await logIn(baseUrl, user)) }
    }),
  )
  const sent = await runHttp(http, random, victims)
  print(
    `${sent.strings} over HTTP, ${sent.refused} of them refused; ${sent.hits} hits, ${sent.blocks} blocks`,
  )
  print(`the slowest recall took ${Math.round(sent.slowestRecallMs)} ms`)
  check(sent.complaints, `${sent.strings} strings over HTTP stayed in their quotation marks`)
  check(
    sent.missed.length > sent.strings / 100 ? sent.missed.map((field) => `${field} was not recalled`) : [],
    `what was written was recalled, all but ${sent.missed.length}`,
  )
  const twins = await runTwins(pairs, random, victims[0] as Victim)
  check(
    twins.complaints,
    `${twins.pairs} pairs of twins, ${twins.before} with the hostile one first by its id alone`,
  )
  const { seen, complaints } = await readAll(victims)
  check(complaints, `nothing invisible in ${seen} answers with everything that was written`)
  return printChecks(checks)
})

/** A failure quotes a hostile string: it must not control the terminal of the person who reads it. */
function escapeText(text: string): string {
  const visible = text.replaceAll(/[^ -~]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  return visible.slice(0, FAILURE_CHARACTERS)
}

/** Every list that shows what was written, to its end. */
async function readAll(victims: Victim[]): Promise<{ seen: number; complaints: string[] }> {
  const paths = [
    '/api/agent/knowledge/notes',
    '/api/agent/knowledge/history',
    '/api/agent/knowledge/patterns',
    '/api/agent/knowledge/drift',
    '/api/agent/topics',
    '/api/gen/products',
    '/api/gen/characters',
    '/api/gen/media',
  ]
  const complaints: string[] = []
  let seen = 0
  for (const { agent } of victims) {
    for (const path of paths) {
      for (let cursor: string | null = ''; cursor !== null; seen++) {
        const page = await agent('GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
        complaints.push(...findInAnswer(page).map((what) => `${path}: ${what}`))
        cursor = page.nextCursor ?? null
      }
    }
  }
  return { seen, complaints }
}
