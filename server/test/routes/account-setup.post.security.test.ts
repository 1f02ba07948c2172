import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFirstAdmin as create, makeSetupLink } from '../../src/access/members/index.ts'
import { createFirstAdmin } from '../../src/edge/routes/account-setup.post.ts'
import { useSystem } from '../use-system.ts'
import { testEntrySecurity } from './test-entry-security.ts'

const PASSWORD = 'a password of the tests'
const inventToken = () => `00${randomBytes(32).toString('base64url')}`
testEntrySecurity({
  route: createFirstAdmin,
  body: { token: inventToken(), email: 'first@atelier.test', password: PASSWORD },
})

const system = useSystem()

const tokenOf = (link: string | undefined): string => link?.split('#')[1] ?? ''
const newLink = () => makeSetupLink(system().app.db, 'http://x', { isFirst: false })

test('of many links, used at the same time, one makes the first admin', async () => {
  const { db } = system().app
  const tokens = await Promise.all(Array.from({ length: 6 }, async () => tokenOf(await newLink())))
  const made = await Promise.allSettled(
    tokens.map((token, at) => create(db, { token, email: `first${at}@atelier.test`, password: PASSWORD })),
  )
  expect(made.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect((await db.rows(`select from users where role = 'admin'`)).length).toBe(1)
  expect(await newLink()).toBeUndefined()
  const late = { token: tokens[0] ?? '', email: 'late@atelier.test', password: PASSWORD }
  await expect(create(db, late)).rejects.toThrow('does not work')
  // Nor after the admin was erased: the other links are gone.
  await db.row(`update users set erased_at = now() where role = 'admin'`)
  for (const token of tokens) await expect(create(db, { ...late, token })).rejects.toThrow('does not work')
  expect(await db.rows(`select from users where email = 'late@atelier.test'`)).toEqual([])
})
