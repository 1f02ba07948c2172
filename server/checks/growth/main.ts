// What does a call cost when the table grows? Two whole systems side by side, one that stays small and one
// that grows; each call is asked of both in turn, so that a busy machine is slow for both.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Agent } from 'undici'
import { startSystem } from '../../harness/processes/index.ts'
import { fillMedia } from './fill-media.ts'
import { prepareQuestions, type Subject } from './prepare-requests.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,1000000,10000000' },
    rounds: { type: 'string', default: '300' },
    small: { type: 'boolean', default: false },
  },
})
const sizes = (values.small ? '10000,100000,1000000' : values.rows).split(',').map(Number)
const rounds = values.small ? 100 : Number(values.rounds)
const WORST_RATIO = 1.3
/** The first rounds open connections and warm caches. */
const WARM_ROUNDS = 30

const dir = mkdtempSync(join(tmpdir(), 'atelier-growth-'))
const dispatcher = new Agent({ connections: 4 })
const say = (text: string) => process.stdout.write(`${text}\n`)
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number

const systems = await Promise.all([openSystem('small'), openSystem('big')])
const [small, big] = [systems[0].subject, systems[1].subject]
let worst = 0
try {
  await fillMedia(small.client, small.userId, 0, sizes[0] as number)
  for (const [i, rows] of sizes.entries()) {
    const began = performance.now()
    await fillMedia(big.client, big.userId, sizes[i - 1] ?? 0, rows)
    const seconds = Math.round((performance.now() - began) / 1000)
    say(`${rows.toLocaleString('en')} media rows (${seconds} s to fill, ${await sizeOf(big)} on disk)`)
    for (const { name, ask } of await prepareQuestions([small, big])) {
      const took = new Map<Subject, number[]>(systems.map(({ subject }) => [subject, []]))
      for (let round = -WARM_ROUNDS; round < rounds; round++) {
        // Each goes first in turn.
        for (const subject of round % 2 === 0 ? [small, big] : [big, small]) {
          const at = performance.now()
          await ask(subject, round + WARM_ROUNDS)
          if (round >= 0) took.get(subject)?.push(performance.now() - at)
        }
      }
      const [ours, theirs] = [median(took.get(big) ?? []), median(took.get(small) ?? [])]
      const ratio = ours / theirs
      if (i === sizes.length - 1) worst = Math.max(worst, ratio)
      say(
        `  ${name.padEnd(18)} ${ours.toFixed(2)} ms, beside ${theirs.toFixed(2)} ms of ` +
          `${(sizes[0] as number).toLocaleString('en')} rows: ${ratio.toFixed(2)} times`,
      )
    }
  }
} finally {
  await Promise.all(systems.map((system) => system.close()))
  await dispatcher.close()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}
const held = worst <= WORST_RATIO
say(`the largest against the smallest: ${worst.toFixed(2)} times at worst, ${WORST_RATIO} is allowed`)
say(`${held ? 1 : 0} passed, ${held ? 0 : 1} failed`)
process.exit(held ? 0 : 1)

async function openSystem(name: string) {
  const system = await startSystem({
    dir: join(dir, name),
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      RUNNING_JOBS_PER_USER: '10000',
      SIMULATOR_LONG_SIDE_PIXELS: '64',
      SIMULATOR_RENDER_MS: '100',
    },
    postgres: { settings: { shared_buffers: '512MB', max_wal_size: '4GB' } },
    engine: { partitions: 1, memory: '64MB' },
  })
  const people = JSON.parse(await system.admin('seed', '--json')) as { owner: { apiKey: string } }
  const client = new pg.Client({ connectionString: system.env.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from users where email = 'owner@atelier.test'`,
  )
  const userId = rows[0]?.id ?? ''
  const subject = { baseUrl: system.baseUrl, apiKey: people.owner.apiKey, userId, client, dispatcher }
  const close = async () => {
    await client.end()
    await system.stop()
  }
  return { subject, close }
}

async function sizeOf({ client }: Subject): Promise<string> {
  const { rows } = await client.query<{ size: string }>(
    `select pg_size_pretty(pg_total_relation_size('media')) as size`,
  )
  return rows[0]?.size ?? '?'
}
