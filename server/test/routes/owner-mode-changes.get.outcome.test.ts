import { ChangesAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSessionOf } from '../open-session.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem({ IMAGE_STALL_SECONDS: '600' })

/** Reads changes as the page of a user. */
async function pageOf(user: TestUser, mode = 'live') {
  const headers = await openSessionOf(system().app.db, user)
  return async (since?: string, etag?: string) => {
    const path = `/api/owner/${mode}/changes${since === undefined ? '' : `?since=${since}`}`
    const sent = { ...headers, ...(etag && { 'if-none-match': etag }) }
    const answer = await system().call('GET', path, { headers: sent })
    return { ...answer, etag: answer.headers.get('etag') ?? '' }
  }
}

test('a finished job is a change once, and until then it waits', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const read = await pageOf(user)
  const { cursor, changes } = ChangesAnswer.parse((await read()).body)
  expect(changes).toEqual([])
  const slow = (await submit(user, { model: 'simulator/hang' })).body.id
  const { id } = (await submit(user)).body
  await finished(user, id)
  const { body } = await read(cursor)
  expect(body.changes).toMatchObject([{ id, status: 'completed' }, { id: slow }])
  expect((await read(body.cursor)).body.changes.at(-1)).toMatchObject({ id: slow, erased: false })
  expect((await read()).body.changes).toMatchObject([{ id: slow }])
})

test('nothing new is answered 304, and another user or mode changes nothing', async () => {
  const { createUser, submit, finished } = system()
  const [user, other] = [await createUser(), await createUser()]
  const read = await pageOf(user)
  const { etag, body } = await read((await read()).body.cursor)
  await finished(other, (await submit(other)).body.id)
  expect((await read(body.cursor, etag)).status).toBe(304)
  expect((await (await pageOf(user, 'test'))(body.cursor)).body.changes).toEqual([])
  await finished(user, (await submit(user)).body.id)
  expect((await read(body.cursor, etag)).status).toBe(200)
})

test('a row that commits late is not missed, whichever transaction began first', async () => {
  const { app, createUser, submit, finished } = system()
  const user = await createUser()
  const [early, late] = [(await submit(user)).body.id, (await submit(user)).body.id]
  for (const id of [early, late]) await finished(user, id)
  const read = await pageOf(user)
  const start = (await read()).body.cursor
  const remove = `update media set removed_at = clock_timestamp() where id = $1`
  const seen: string[][] = []
  let cursor = start
  const look = async () => {
    const { body } = await read(cursor)
    cursor = body.cursor
    seen.push(body.changes.map(({ id }: { id: string }) => id))
  }
  await app.db.transaction(async (first) => {
    // It has its number before the second begins, and commits after it.
    await first.row(remove, [late])
    await app.db.transaction((second) => second.row(remove, [early]))
    await look()
    await look()
  })
  await look()
  await look()
  expect(seen).toEqual([[early], [early], [late, early], []])
})

test('after too many changes the page is told to read its lists again', async () => {
  const { app, createUser, submit, finished } = system()
  const user = await createUser()
  const { id } = (await submit(user)).body
  await finished(user, id)
  const read = await pageOf(user)
  const { cursor } = (await read()).body
  await app.db.row(
    `insert into media (id, user_id, mode, kind, status, prompt, provider, model, size, n, client_ref_bound,
       cost_credits, refunded_credits, refunded_at, created_at, deadline_at, finished_at)
     select 'med_' || lpad(i::text, 22, '0'), user_id, mode, kind, 'failed', '', provider, model, size, 1,
       false, 1, 1, now(), now(), now(), now() from media, generate_series(1, 201) i where id = $1`,
    [id],
  )
  const { body, etag } = await read(cursor)
  expect(body).toMatchObject({ changes: [], reload: true })
  // It must hear that again until it has read its lists: nothing of this answer may look unchanged.
  expect(etag).toBe('')
  await app.db.row(`delete from media where user_id = $1 and cost_credits = 1`, [user.id])
})

test.each(['x', 'bW92ZWQ', 'bW92ZWQuLTE'])('since=%s is no cursor: 400', async (since) => {
  const read = await pageOf(await system().createUser())
  expect((await read(since)).body).toMatchObject({ code: 'invalid_request', field: 'since' })
})

test('a cursor of a database that was restored since leads to a new start', async () => {
  const read = await pageOf(await system().createUser())
  const future = Buffer.from('moved.999999999999').toString('base64url')
  expect((await read(future)).body).toMatchObject({ reload: true })
})
