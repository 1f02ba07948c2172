// Does a stored text ever speak for itself? Hostile strings in every field that is kept: none leaves its
// quotation marks, none brings something invisible along, and none makes what it says worth more.
import { parseArgs } from 'node:util'
import { logIn } from '../../harness/driver/log-in.ts'
import { openSystem } from '../../harness/driver/open-system.ts'
import { newChance } from '../images/new-chance.ts'
import { carriers } from './carriers.ts'
import { checkItself } from './check-itself.ts'
import { journeys, type Victim } from './journeys.ts'
import { listTextFields } from './list-text-fields.ts'
import { runBulk } from './run-bulk.ts'
import { findInAnswer, runHttp } from './run-http.ts'
import { runTwins } from './run-twins.ts'
import { speakAs } from './speak.ts'

const VICTIMS = 4
const COMPLAINTS_SHOWN = 20
const COMPLAINT_CHARACTERS = 600

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    http: { type: 'string', default: '1000' },
    twins: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const chance = newChance(Number(values.seed))
const say = (text: string) => process.stdout.write(`${text}\n`)
/** What is complained about must not speak to whoever reads the complaint, nor to their terminal. */
const harmless = (text: string) =>
  text
    .replaceAll(/[^ -~]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
    .slice(0, COMPLAINT_CHARACTERS)
const checks: [boolean, string][] = []
const check = (complaints: string[], sentence: string) => {
  for (const complaint of complaints.slice(0, COMPLAINTS_SHOWN)) say(`FAILED ${harmless(complaint)}`)
  checks.push([complaints.length === 0, sentence])
}

const fields = listTextFields()
const unprobed = (table: object) => [
  ...fields.filter((field) => !(field in table)).map((field) => `${field} has no probe: write one`),
  ...Object.keys(table)
    .filter((field) => !fields.includes(field))
    .map((field) => `${field} is no field`),
]
check([...unprobed(carriers), ...unprobed(journeys)], `${fields.length} text fields, each with its probes`)
check(checkItself(newChance(Number(values.seed) + 1)), 'the probe sees what it is shown')

const bulk = runBulk(Number(values.count), chance)
say(`${bulk.strings} strings, ${bulk.refused} of them refused; ${bulk.blocks} blocks of ${bulk.lines} lines`)
say(`the longest block has ${bulk.longestTokens} tokens`)
check(bulk.complaints, `${bulk.strings} strings stayed in their quotation marks`)

const { system, people, close } = await openSystem('injection', VICTIMS)
try {
  const { baseUrl } = system
  const victims: Victim[] = await Promise.all(
    people.map(async (seeded) => {
      const asKey = (secret: string) => speakAs(baseUrl, { 'x-api-key': secret })
      return { asKey, agent: asKey(seeded.apiKey), dashboard: speakAs(baseUrl, await logIn(baseUrl, seeded)) }
    }),
  )
  const sent = await runHttp(Number(values.http), chance, victims)
  say(`${sent.strings} over HTTP, ${sent.refused} of them refused; ${sent.hits} hits, ${sent.blocks} blocks`)
  say(`the slowest recall took ${Math.round(sent.slowestRecallMs)} ms`)
  check(sent.complaints, `${sent.strings} strings over HTTP stayed in their quotation marks`)
  check(
    sent.missed.length > sent.strings / 100 ? sent.missed.map((field) => `${field} was not recalled`) : [],
    `what was written was recalled, all but ${sent.missed.length}`,
  )
  const twins = await runTwins(Number(values.twins), chance, victims[0] as Victim)
  check(
    twins.complaints,
    `${twins.pairs} pairs of twins, ${twins.before} with the loud one first by its id alone`,
  )
  const { seen, complaints } = await readAll(victims)
  check(complaints, `nothing invisible in ${seen} answers with everything that was written`)
} finally {
  await close()
}
for (const [isRight, sentence] of checks) say(`${isRight ? 'ok  ' : 'FAIL'} ${sentence}`)
const failed = checks.filter(([isRight]) => !isRight).length
say(`${checks.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

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
