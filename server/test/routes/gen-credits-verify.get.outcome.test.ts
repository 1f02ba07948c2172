import { LedgerCheck } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

async function verify(user: TestUser) {
  const { status, body } = await system().call('GET', '/api/gen/credits/verify', { key: user.apiKey })
  expect(status).toBe(200)
  return LedgerCheck.strict().parse(body)
}

test('an unchanged chain is valid, and its head is the newest hash', async () => {
  const { call, createUser, submit } = system()
  const user = await createUser()
  for (let i = 0; i < 3; i++) await submit(user)
  const { transactions } = (await call('GET', '/api/gen/credits', { key: user.apiKey })).body
  expect(await verify(user)).toEqual({
    valid: true,
    checked: 4,
    headHash: transactions[0].txHash,
    brokenAt: null,
  })
})

test('an entry changed directly in the database is named', async () => {
  const { db, createUser, submit } = system()
  const user = await createUser()
  const { id } = (await submit(user)).body
  // Only the database owner can do this: it turns off the triggers that make the ledger immutable.
  const change = (credits: number) =>
    db.transaction(async (tx) => {
      await tx.row(`set local session_replication_role = replica`)
      return tx.row<{ id: string }>(
        `update ledger_entries set amount = amount + $2 where ref_id = $1 and kind = 'charge' returning id`,
        [id, credits],
      )
    })
  const changed = await change(1)
  expect(await verify(user)).toMatchObject({ valid: false, brokenAt: changed?.id, checked: 1 })
  await change(-1)
  expect(await verify(user)).toMatchObject({ valid: true, checked: 2 })
})
