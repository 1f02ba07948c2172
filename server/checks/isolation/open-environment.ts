import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { callAs } from '../../harness/driver/call-api.ts'
import { openSystem } from '../../harness/driver/open-system.ts'
import type { System } from '../../harness/processes/index.ts'
import { createUser, type Person, type Voice } from './create-user.ts'

export type Environment = {
  system: System
  db: pg.Client
  /** The mark in every text of the victims. */
  mark: string
  victim: Person
  /** Attacks their own live things with their own test key. */
  twin: Person
  attackers: Person[]
  close(): Promise<void>
}

/** The victim's clientRef that everybody tries: without the mark, because it then is everybody's own too. */
export const SHARED_REF = 'spring-1'

/** Two of a user's jobs run at a time and the third waits, for as long as this takes. */
const ENV = { RUNNING_JOBS_PER_USER: '2', IMAGE_STALL_SECONDS: '7200' }

/** Several, because the log of one user's minute grows with what that user sends. */
const ATTACKERS = 16

export async function openEnvironment(): Promise<Environment> {
  const { system, people, close } = await openSystem('isolation', ATTACKERS + 2, ENV)
  try {
    const mark = `canary${randomBytes(6).toString('hex')}`
    const settled: Person[] = []
    for (const seeded of people) {
      const voice = voices(mark)[settled.length] ?? { live: plain, test: plain, ref: 'own-1' }
      settled.push(await createUser(system.baseUrl, seeded, voice))
    }
    const [victim, twin, ...attackers] = settled as [Person, Person, ...Person[]]
    victim.live.there.media?.push(...(await startJobs(system.baseUrl, victim, `${mark} waiting`)))
    const db = new pg.Client({ connectionString: system.env.DATABASE_URL as string })
    await db.connect()
    // A secret is only handed out soon after the password was given, and this may take longer.
    await db.query(`update sessions set proved_at = now() + interval '1 day'`)
    const closeAll = async () => {
      await db.end()
      await close()
    }
    return { system, db, mark, victim, twin, attackers, close: closeAll }
  } catch (error) {
    await close()
    throw error
  }
}

/** Jobs that never end; the last of them can still be cancelled, by its owner. */
async function startJobs(baseUrl: string, { keys }: Person, prompt: string): Promise<string[]> {
  const ask = callAs(baseUrl, { 'x-api-key': keys.live })
  const body = { prompt, model: 'simulator/hang' }
  const ids: string[] = []
  while (ids.length < 3) ids.push((await ask('POST', '/api/gen/image', { body })).id)
  const { status } = await ask('GET', `/api/gen/media/${ids.at(-1)}`)
  if (status !== 'queued') throw new Error(`the third job is ${status}, where it should be queued`)
  return ids
}

const plain = (what: string) => `own ${what}`

/** Of the victim and the twin, whose test mode is on the side of the attackers. */
function voices(mark: string): Voice[] {
  const marked = (what: string) => `${mark} ${what}`
  return [
    { live: marked, test: marked, ref: SHARED_REF },
    { live: marked, test: plain, ref: SHARED_REF },
  ]
}
