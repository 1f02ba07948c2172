import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { StripeDouble } from '../../harness/doubles/index.ts'
import {
  type ApiResponse,
  fastPostgres,
  fastSettings,
  logIn,
  type OpenSystem,
  openDatabase,
  openSystem,
  type SeededUser,
  sendRequest,
} from '../../harness/driver/index.ts'
import { type Mutation, mutatedEnv } from '../../harness/mutation/index.ts'

/** Of two apis and two workers one is always there while another is killed. */
const COUNTS = { apis: 2, workers: 2 }

export type Buyer = { id: string; seeded: SeededUser; headers: Record<string, string> }

export type Shop = OpenSystem & {
  stripe: StripeDouble
  db: pg.Client
  buyers: Buyer[]
}

export async function openShop(buyers: number, tickSeconds: number): Promise<Shop> {
  const env = { ...fastSettings, LOG_LEVEL: 'silent', TICK_SECONDS: String(tickSeconds) }
  const opened = await openSystem('payments', {
    users: buyers,
    sellsCredits: true,
    counts: COUNTS,
    isBalanced: true,
    env,
    postgres: fastPostgres,
  })
  const { system, users, stripe } = opened
  if (!stripe) throw new Error('there is no double of Stripe')
  const db = await openDatabase(opened.databaseUrl)
  const shop: Shop = { ...opened, stripe, db, buyers: [] }
  for (const [at, seeded] of users.entries()) {
    // A network has few log-ins in a minute.
    const headers = await logIn(system.baseUrl, seeded, `127.1.${at >> 7}.${1 + (at & 127)}`)
    const { rows } = await db.query(`select id from users where email = $1`, [seeded.email])
    shop.buyers.push({ id: rows[0].id, seeded, headers })
  }
  // Nobody begins with credits that were not bought.
  await db.query(
    `select post_grant('grn_00' || left(md5('g' || user_id), 20), 'txn_00' || left(md5('t' || user_id), 20),
       user_id, 'live', 'adjustment', -balance, 'for the probe', null)
     from credit_accounts where mode = 'live' and balance > 0 and user_id = any($1)`,
    [shop.buyers.map(({ id }) => id)],
  )
  return shop
}

const TRIES = 60
const AGAIN_MS = 250

/** Posts as a patient browser: an api that was just killed is asked again. What was half done stays so. */
export async function ask(
  { system: { baseUrl } }: Shop,
  headers: Record<string, string>,
  path: string,
  body: object,
): Promise<ApiResponse> {
  for (let left = TRIES; ; left--) {
    const request = { body, timeoutMs: 20_000 }
    const answer = await sendRequest({ baseUrl, headers }, 'POST', path, request).catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (left === 0) throw new Error(`POST ${path}: ${answer?.status ?? 'no answer'}`)
    await sleep(AGAIN_MS)
  }
}

/** Starts all apis and workers again, with some texts of their sources changed. */
export async function restartWith({ system }: Shop, mutations: Mutation[]): Promise<void> {
  const env = await mutatedEnv(mutations)
  await Promise.all(
    [...system.apis, ...system.workers].map(async (one) => {
      await one.kill9()
      one.setEnv(env)
      await one.start()
    }),
  )
}
