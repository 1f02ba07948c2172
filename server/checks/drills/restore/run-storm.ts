import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase, type SeededUser } from '../../../harness/driver/index.ts'
import type { System } from '../../../harness/processes/index.ts'
import { seededRandom } from '../../../harness/random/index.ts'
import { printProgress } from '../../../harness/report/index.ts'
import { sendLoad } from '../send-load.ts'
import { type Mark, takeMark } from './take-mark.ts'

export type StormPlan = { seconds: number; rate: number; marks: number; seed: number }

export type Storm = {
  /** The moment to restore to, one of the marks. */
  mark: Mark
  /** What was erased after it, by id. */
  erased: string[]
  sent: number
}

const SIGN_EVERY_MS = 2_000

/** Jobs at a steady rate; at random moments marks; then erasures, which every mark precedes. */
export async function runStorm(system: System, users: SeededUser[], plan: StormPlan): Promise<Storm> {
  const databaseUrl = system.env.DATABASE_URL as string
  const random = seededRandom('restore', plan.seed)
  const apiKeys = users.map(({ apiKey }) => apiKey)
  const load = sendLoad(system.baseUrl, apiKeys, plan.rate)
  load.setDrill({ name: 'restore', hasSlow: true })
  const marks: Mark[] = []
  for (let left = plan.marks; left > 0; left--) {
    await signFor(system, (plan.seconds / plan.marks) * random.float(300, 1_000))
    marks.push(await takeMark(system, databaseUrl))
    printProgress(`mark at ${marks.at(-1)?.at.toISOString()}`)
  }
  const mark = random.pick(marks)
  const erased = await eraseSome(system, databaseUrl, mark, users.at(-1)?.email ?? '')
  // Jobs that are accepted and finished after the marks, so that statements and files of them are there.
  await signFor(system, plan.seconds * 250)
  const jobs = await load.stop()
  return { mark, erased, sent: jobs.length }
}

/** Much more often than in an installation, and never while a mark is taken: the command writes rows. */
async function signFor(system: System, ms: number): Promise<void> {
  for (const until = performance.now() + ms; performance.now() < until; ) {
    await sleep(Math.min(SIGN_EVERY_MS, until - performance.now()))
    await system.admin('sign-heads', '--begin')
  }
}

/** Two pictures that were there at the moment, and the account of a user. */
async function eraseSome({ admin }: System, databaseUrl: string, { at }: Mark, email: string) {
  const rows = await queryDatabase(databaseUrl, (query) =>
    query<{ id: string }>(
      `select m.id from media m join users u on u.id = m.user_id
       where m.status = 'completed' and m.parent_id is null and u.email <> '${email}'
         and m.finished_at < '${at.toISOString()}' order by m.id limit 2`,
    ),
  )
  const [user] = await queryDatabase(databaseUrl, (query) =>
    query<{ id: string }>(`select id from users where email = '${email}'`),
  )
  const ids = rows.map(({ id }) => id)
  for (const subject of [...ids, email]) await admin('erase', subject)
  return [...ids, user?.id ?? '']
}
