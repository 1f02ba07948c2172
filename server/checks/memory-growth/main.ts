// What does a question cost when an agent has reported for years? Two whole systems side by side, in each one
// user, who remembers little here and much there; each question is asked of both in turn, so that a busy
// machine is slow for both.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Agent } from 'undici'
import { startSystem } from '../../harness/processes/index.ts'
import type { Subject } from './call-system.ts'
import { fillMemory, rowsOf, type Shape } from './fill-memory.ts'
import { listThoughts, prepareQuestions, type Question } from './prepare-requests.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '100' },
    small: { type: 'boolean', default: false },
  },
})
const rows = values.small ? 100_000 : Number(values.rows)
const rounds = Number(values.rounds)
const little: Shape = { products: 1, adsPerProduct: 20, days: 50 }
const ADS_PER_PRODUCT = 200
const DAYS = 100
const much: Shape = {
  products: Math.max(1, Math.round(rows / (ADS_PER_PRODUCT * DAYS))),
  adsPerProduct: ADS_PER_PRODUCT,
  days: DAYS,
}
const WORST_RATIO = 1.5
/** The first rounds open connections and warm caches. */
const WARM_ROUNDS = 20
/** What thinks anew each time takes its time, and varies little. */
const THOUGHT_ROUNDS = 5

const dir = mkdtempSync(join(tmpdir(), 'atelier-memory-'))
const dispatcher = new Agent({ connections: 4 })
const say = (text: string) => process.stdout.write(`${text}\n`)
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number

const systems = await Promise.all([openSystem('small'), openSystem('large')])
const [small, large] = [systems[0].subject, systems[1].subject]
const failed: string[] = []
try {
  const products = new Map([
    [small, await fill(small, little)],
    [large, await fill(large, much)],
  ])
  for (const question of await prepareQuestions(products)) {
    const ratio = await measure(question, WARM_ROUNDS, rounds)
    if (ratio > WORST_RATIO)
      failed.push(`${question.name} took ${ratio.toFixed(2)} times as long, for ${question.limit}`)
  }
  say('what thinks over what is new, held to nothing:')
  for (const thought of listThoughts(products)) {
    await measure(thought, 1, THOUGHT_ROUNDS).catch((error: Error) =>
      failed.push(`${thought.name} was not answered: ${error.message}`),
    )
  }
} finally {
  await Promise.all(systems.map((system) => system.close()))
  await dispatcher.close()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}
say(`a large memory may take ${WORST_RATIO} times as long as a small one`)
for (const one of failed) say(`failed: ${one}`)
say(`${failed.length === 0 ? 1 : 0} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

async function measure({ name, before, ask }: Question, warm: number, counted: number): Promise<number> {
  const took = new Map<Subject, number[]>(systems.map(({ subject }) => [subject, []]))
  for (let round = -warm; round < counted; round++) {
    // Each goes first in turn.
    for (const subject of round % 2 === 0 ? [small, large] : [large, small]) {
      await before?.(subject)
      const at = performance.now()
      await ask(subject, round + warm)
      if (round >= 0) took.get(subject)?.push(performance.now() - at)
    }
  }
  const [ours, theirs] = [median(took.get(large) ?? []), median(took.get(small) ?? [])]
  const ratio = ours / theirs
  say(
    `  ${name.padEnd(46)} ${ours.toFixed(2).padStart(8)} ms, beside ${theirs.toFixed(2)} ms: ` +
      `${ratio.toFixed(2)} times`,
  )
  return ratio
}

async function fill(subject: Subject, shape: Shape): Promise<string> {
  const began = performance.now()
  const productId = await fillMemory(subject, shape)
  const seconds = Math.round((performance.now() - began) / 1000)
  say(`the ${subject.name} memory has ${rowsOf(shape).toLocaleString('en')} rows (${seconds} s to fill)`)
  return productId
}

async function openSystem(name: string) {
  const system = await startSystem({
    dir: join(dir, name),
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000000' },
    postgres: { settings: { shared_buffers: '512MB', max_wal_size: '4GB' } },
    engine: { partitions: 1, memory: '64MB' },
  })
  const people = JSON.parse(await system.admin('seed', '--json')) as { owner: { apiKey: string } }
  const databaseUrl = system.env.DATABASE_URL ?? ''
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from users where email = 'owner@atelier.test'`,
  )
  const userId = rows[0]?.id ?? ''
  const { apiKey } = people.owner
  const subject: Subject = { name, baseUrl: system.baseUrl, apiKey, userId, databaseUrl, client, dispatcher }
  const close = async () => {
    await client.end()
    await system.stop()
  }
  return { subject, close }
}
