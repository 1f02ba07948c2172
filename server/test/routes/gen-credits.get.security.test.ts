import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSecurity } from './test-security.ts'

const system = useSharedSystem()

testSecurity(endpoints.readCredits, { valid: async () => ({}) })

test('a cursor of another user’s list reveals nothing of it', async () => {
  const { call, createUser, submit } = system()
  const [victim, attacker] = [await createUser(), await createUser(1)]
  for (let i = 0; i < 3; i++) await submit(victim, { model: 'simulator/fail' })
  const page = (await call('GET', '/api/gen/credits?limit=1', { key: victim.apiKey })).body
  const { body } = await call('GET', `/api/gen/credits?cursor=${page.nextCursor}`, { key: attacker.apiKey })
  expect(body).toMatchObject({ balance: 1, transactions: [{ amount: 1, reason: 'credit_grant' }] })
})
