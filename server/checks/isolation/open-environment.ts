import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import {
  callAs,
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openDatabase,
  openSystem,
} from '../../harness/driver/index.ts'
import { type System, waitUntil } from '../../harness/processes/index.ts'
import { registerClient } from './connect-client.ts'
import { createUser, type User, type Voice } from './create-user.ts'

export type Environment = {
  system: System
  db: pg.Client
  /** The mark in every text of the victims. */
  mark: string
  victim: User
  /** Attacks their own live content with their own test key. */
  twin: User
  attackers: User[]
}

/** The victim's clientRef that attackers also use: without the mark, because it becomes their own too. */
export const SHARED_REF = 'spring-1'

/** Two jobs of a user run and the third waits, for the whole check. */
const ENV = { RUNNING_JOBS_PER_USER: '2', IMAGE_STALL_SECONDS: '7200' }

/** Several, because the rate-limit log of a user grows with the user's requests. */
const ATTACKERS = 16

const PAID_WITHIN_MS = 20_000

export async function openEnvironment(): Promise<Environment> {
  const env = { ...fastSettings, ...ENV }
  const { system, stripe, users, databaseUrl } = await openSystem('isolation', {
    users: ATTACKERS + 2,
    sellsCredits: true,
    env,
    postgres: fastPostgres,
  })
  const mark = `canary${randomBytes(6).toString('hex')}`
  const created: User[] = []
  const connectClient = await registerClient(system.baseUrl)
  for (const seeded of users) {
    const voice = voices(mark)[created.length] ?? { live: plain, test: plain, ref: 'own-1' }
    created.push(await createUser(system.baseUrl, seeded, voice, connectClient))
  }
  const [victim, twin, ...attackers] = created as [User, User, ...User[]]
  victim.live.existing.media?.push(...(await startJobs(system.baseUrl, victim, `${mark} waiting`)))
  await payForPack(system.baseUrl, victim, stripe)
  const db = await openDatabase(databaseUrl)
  // A secret is only given out soon after the password was entered, a token lives for an hour, and this may
  // take longer.
  await db.query(`update sessions set proved_at = now() + interval '1 day'`)
  await db.query(`update oauth_tokens set expires_at = now() + interval '1 day' where kind = 'access'`)
  return { system, db, mark, victim, twin, attackers }
}

/** A payment, a kept card and automatic top-up: rows that no other user may see. */
async function payForPack(baseUrl: string, { page }: User, stripe: OpenSystem['stripe']): Promise<void> {
  const account = callAs(baseUrl, page)
  const body = { packId: 'small', keepCard: true }
  const { checkout } = await account('POST', '/api/account/checkouts', { body })
  await stripe?.act('pay', { session: checkout.url.split('/').at(-1) })
  const isPaid = async () => (await account('GET', '/api/account/payments')).payments.length === 1
  await waitUntil('the payment of the victim', isPaid, { withinMs: PAID_WITHIN_MS })
  const topUp = { packId: 'small', belowCredits: 1, monthlyCeiling: 5_000 }
  await account('PATCH', '/api/account/billing', { body: { lowBalanceCredits: 10, topUp } })
}

/** Jobs that never end; the last of them can still be cancelled, by its owner. */
async function startJobs(baseUrl: string, { keys }: User, prompt: string): Promise<string[]> {
  const call = callAs(baseUrl, { 'x-api-key': keys.live })
  const body = { prompt, model: 'simulator/hang' }
  const ids: string[] = []
  while (ids.length < 3) ids.push((await call('POST', '/api/gen/image', { body })).id)
  const { status } = await call('GET', `/api/gen/media/${ids.at(-1)}`)
  if (status !== 'queued') throw new Error(`the third job is ${status}, where it should be queued`)
  return ids
}

const plain = (what: string) => `own ${what}`

/** The texts of the victim and the twin. The twin's test mode belongs to the attackers. */
function voices(mark: string): Voice[] {
  const marked = (what: string) => `${mark} ${what}`
  return [
    { live: marked, test: marked, ref: SHARED_REF },
    { live: marked, test: plain, ref: SHARED_REF },
  ]
}
