import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fastPostgres,
  type OpenSystem,
  openSystem,
  queryDatabase,
  runStatements,
} from '../../harness/driver/index.ts'
import { openPostOffice, type PostOffice } from '../../harness/post-office/index.ts'

/** Two workers of one system, as processes. */
let post: PostOffice
let open: OpenSystem
beforeAll(async () => {
  post = await openPostOffice({ dir: mkdtempSync(join(tmpdir(), 'atelier-mail-')) })
  open = await openSystem('mail', {
    env: { ...post.env, TICK_SECONDS: '3600', SHUTDOWN_WAIT_SECONDS: '0' },
    counts: { workers: 2 },
    postgres: fastPostgres,
    engine: { partitions: 1, memory: '64MB' },
  })
}, 180_000)
afterAll(async () => {
  await open?.close()
  await post?.close()
})

const WAIT = { timeout: 30_000, interval: 50 }
const query = <Row extends object = object>(text: string) =>
  queryDatabase(open.databaseUrl, (run) => run<Row>(text))
const invite = async (email: string) => {
  await runStatements(open.databaseUrl, [
    `with made as (select 'inv_00' || substr(md5(random()::text), 1, 20) as id),
       kept as (select make_invitation(id, sha256(id::bytea), '${email}', null) from made)
     select queue_mail('invitation', null, '${email}', 'en', jsonb_build_object('invitation', id))
     from made, kept`,
  ])
}
const stateOf = async (email: string) =>
  (
    await query<{ state: string }>(
      `select state from mails where person = sha256('${email}'::bytea) order by id desc`,
    )
  ).map(({ state }) => state)
const makeDue = async () => {
  await runStatements(open.databaseUrl, [
    `update mail_turns set taken_at = now() - interval '2 minutes'`,
    `update mails set next_at = now() where state = 'waiting'`,
  ])
}

test('two workers send each mail once, and none of those that would come within a minute', async () => {
  const people = Array.from({ length: 40 }, (_, index) => `two-${index}@atelier.test`)
  for (const person of people) await invite(person)
  await expect.poll(() => post.mails.length, WAIT).toBe(people.length)
  for (const person of people) await invite(person)
  await new Promise((done) => setTimeout(done, 5_000))
  expect(people.map((person) => post.mailsTo(person).length)).toEqual(people.map(() => 1))
  // When the minute is over, they come: the turn put them back, and lost none.
  await makeDue()
  await expect
    .poll(() => people.filter((person) => post.mailsTo(person).length === 2).length, WAIT)
    .toBe(people.length)
  await expect
    .poll(async () => (await Promise.all(people.map(stateOf))).flat().filter((one) => one !== 'sent'), WAIT)
    .toEqual([])
})

/** Kills the workers at the moment when the server has a mail and has not said so. */
async function killInBetween(person: string): Promise<void> {
  const killed = new Promise<void>((resolve, reject) => {
    post.behaviour.beforeAnswer = async ({ to }) => {
      if (to !== person) return
      delete post.behaviour.beforeAnswer
      await Promise.all(open.system.workers.map((worker) => worker.kill9())).then(() => resolve(), reject)
    }
  })
  await invite(person)
  await killed
  await Promise.all(open.system.workers.map((worker) => worker.start()))
}

test('killed between sending and noting: sent once more, not within a minute', {
  timeout: 240_000,
}, async () => {
  const person = 'killed@atelier.test'
  await killInBetween(person)
  expect(await stateOf(person)).toEqual(['waiting'])
  // Nothing is moved here: the real time passes.
  await expect.poll(() => post.mailsTo(person).length, { timeout: 150_000, interval: 200 }).toBe(2)
  const [first, second] = post.mailsTo(person)
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(60_000)
  expect(second?.messageId).toBe(first?.messageId)
  await expect.poll(() => stateOf(person), WAIT).toEqual(['sent'])
})

test('however often they are killed, the mail arrives, and every link of it leads to the invitation', {
  timeout: 240_000,
}, async () => {
  const person = 'often@atelier.test'
  await killInBetween(person)
  for (let kills = 2; kills <= 4; kills++) {
    const seen = new Promise<void>((resolve) => {
      post.behaviour.beforeAnswer = async ({ to }) => {
        if (to !== person) return
        delete post.behaviour.beforeAnswer
        await Promise.all(open.system.workers.map((worker) => worker.kill9()))
        resolve()
      }
    })
    await makeDue()
    await seen
    await Promise.all(open.system.workers.map((worker) => worker.start()))
  }
  await makeDue()
  await expect.poll(() => stateOf(person), WAIT).toEqual(['sent'])
  const mails = post.mailsTo(person)
  expect(mails).toHaveLength(5)
  const links = mails.map(({ text }) => /#(\S+)/.exec(text)?.[1])
  expect(new Set(links).size).toBe(5)
  const rows = await query<{ found: number }>(
    `select count(*)::int as found from invitation_links
     where digest = any (array[${links.map((link) => `sha256('${link}'::bytea)`).join(', ')}])`,
  )
  expect(rows).toEqual([{ found: 5 }])
})
