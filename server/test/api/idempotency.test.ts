import { expect, test } from 'vitest'
import { useSystem } from '../use-system.ts'

const system = useSystem()

test('200 concurrent submits with one clientRef make one job and one charge, and share its id', async () => {
  const { createUser, submit, entries } = system()
  const user = await createUser()
  const answers = await Promise.all(Array.from({ length: 200 }, () => submit(user, { clientRef: 'race' })))
  const accepted = answers.filter((one) => one.status === 201)
  expect(new Set(accepted.map((one) => one.body.id)).size).toBe(1)
  expect(accepted.filter((one) => one.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  expect(answers.filter((one) => one.status !== 201).map((one) => one.body.code)).toEqual([])
  expect(await entries(user)).toHaveLength(2)
})

test('200 concurrent bodies with one clientRef make one job; the others are conflicts with it', async () => {
  const { createUser, submit, entries } = system()
  const user = await createUser()
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => submit(user, { clientRef: 'race', prompt: `mug ${i}` })),
  )
  expect(answers.filter((one) => one.status === 201)).toHaveLength(1)
  const id = answers.find((one) => one.status === 201)?.body.id
  for (const { status, body } of answers.filter((one) => one.status !== 201)) {
    if (status === 409) expect([body.code, body.existingId]).toEqual(['client_ref_conflict', id])
    else expect(status).toBe(429)
  }
  expect(await entries(user)).toHaveLength(2)
})

test('a replay returns the balance right after the charge, despite later spending', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  const first = await submit(user, { clientRef: 'one' })
  await submit(user)
  const again = await submit(user, { clientRef: 'one', size: '1:1', n: 1, unheardOf: true })
  expect(again.body).toMatchObject({ id: first.body.id, balanceAfter: 999_600, ignoredFields: ['unheardOf'] })
  expect(again.headers.get('x-ratelimit-remaining')).toBe('8')
})

test('the clientRef of an archived job is a conflict with it, and nothing is charged', async () => {
  const { app, createUser, submit, entries, call } = system()
  const user = await createUser()
  const { id } = (await submit(user, { clientRef: 'old' })).body
  const isFinal = () => app.db.row(`select from media where id = $1 and status = 'completed'`, [id])
  await expect.poll(isFinal, { timeout: 20_000 }).toBeDefined()
  await expect(app.db.row(`select archive_media($1)`, [[id]])).rejects.toThrow(/has a file/)
  // As retention does.
  await app.db.row(`update media set removed_at = clock_timestamp() where id = $1`, [id])
  await app.db.row(`select archive_media($1)`, [[id]])
  const again = await submit(user, { clientRef: 'old' })
  expect([again.status, again.body.code, again.body.existingId]).toEqual([409, 'client_ref_conflict', id])
  expect((await call('GET', `/api/gen/media/${id}`, { key: user.apiKey })).status).toBe(404)
  expect(await entries(user)).toHaveLength(2)
})
