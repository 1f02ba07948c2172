// One process of `pnpm simulate`: runs histories from a seed on, until the time is over or one breaks a rule.
// Its sources may be mutated, so it is always started as a child process.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { readConfig } from '../../src/platform/config/index.ts'
import { checkWorld } from './check-world.ts'
import { runWorld } from './run-world.ts'

type Order = { databaseUrl: string; seed: number; step: number; worlds: number; stopAtFirst: boolean }

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const { databaseUrl, seed, step, worlds, stopAtFirst } = order
const realNow = Date.now
const startedAt = realNow()
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
await client.query(`set search_path = simulation, public, pg_catalog`)
await client.query(`select set_config('simulation.now', '2040-01-01Z', false)`)
const url = 'http://127.0.0.1:1'
const config = readConfig({
  DATABASE_URL: databaseUrl,
  ENGINE_INGRESS_URL: url,
  ENGINE_ADMIN_URL: url,
  S3_ENDPOINT: url,
  S3_BUCKET: 'none',
  S3_ACCESS_KEY_ID: 'none',
  S3_SECRET_ACCESS_KEY: 'none',
  SIMULATOR_URL: url,
  CALLBACK_SECRET: 'x'.repeat(32),
  IMAGE_STALL_SECONDS: '60',
  TICK_SECONDS: '20',
  // The functions of the rate limit have a search path of their own, so they see the real clock.
  RATE_LIMIT_FACTOR: '1000',
})

let lifetimes = 0
const tally: Record<string, number> = {}
let history = ''
const violations: { seed: number; found: string[] }[] = []
for (let i = 0; i < worlds; i++) {
  const worldSeed = seed + i * step
  // What one history has learned would change the next one, which must be the same when it runs alone.
  await client.query('truncate model_times, provider_pauses, worker_pulses')
  const { userId, keyId } = await createUser(worldSeed)
  const world = await runWorld({ client, seed: worldSeed, userId, keyId, config })
  lifetimes += world.sent.length
  history = world.history
  const { found, statuses } = await checkWorld(client, world)
  for (const status of [...statuses, ...world.faults]) tally[status] = (tally[status] ?? 0) + 1
  if (found.length > 0) violations.push({ seed: worldSeed, found })
  if (found.length > 0 && stopAtFirst) break
}
await client.end()
const seconds = (realNow() - startedAt) / 1_000
console.log(JSON.stringify({ lifetimes, seconds, violations, tally, history }))
process.exit(0)

/** A user of its own for each history, with enough credits for its jobs. */
async function createUser(worldSeed: number): Promise<{ userId: string; keyId: string }> {
  const [userId, keyId] = [makeId('usr', worldSeed), makeId('key', worldSeed)]
  await client.query(`insert into users (id, email, password_hash) values ($1, $2, 'none')`, [
    userId,
    `${userId}@simulation.test`.toLowerCase(),
  ])
  await client.query(
    `insert into api_keys (id, user_id, name, prefix, scopes)
     values ($1, $2, 'simulation', 'hsk_', '{generate}')`,
    [keyId, userId],
  )
  await client.query(`insert into credit_accounts (user_id, mode) values ($1, 'live')`, [userId])
  const grant = makeId('grn', worldSeed)
  await client.query(
    `select * from post_entry($1, $2, 'live', 'grant', 1000000, 'credit_grant', 'credit_grant', $3, null)`,
    [makeId('txn', worldSeed), userId, grant],
  )
  return { userId, keyId }
}

function makeId(prefix: string, worldSeed: number): string {
  return `${prefix}_${createHash('sha256').update(`${prefix} ${worldSeed}`).digest('hex').slice(0, 22)}`
}
