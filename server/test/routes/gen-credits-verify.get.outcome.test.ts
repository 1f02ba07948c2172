import { LedgerCheck } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { Person } from '../house.ts'
import { useSharedHouse } from '../shared-house.ts'

const house = useSharedHouse()

async function verify(who: Person) {
  const { status, body } = await house().call('GET', '/api/gen/credits/verify', { key: who.apiKey })
  expect(status).toBe(200)
  return LedgerCheck.strict().parse(body)
}

test('an untouched chain is valid, and its head is the newest hash', async () => {
  const { call, person, submit } = house()
  const who = await person()
  for (let i = 0; i < 3; i++) await submit(who)
  const { transactions } = (await call('GET', '/api/gen/credits', { key: who.apiKey })).body
  expect(await verify(who)).toEqual({
    valid: true,
    checked: 4,
    headHash: transactions[0].txHash,
    brokenAt: null,
  })
})

test('an entry that somebody changed behind our back is named', async () => {
  const { db, person, submit } = house()
  const who = await person()
  const { id } = (await submit(who)).body
  // Only the owner of the database can do this: it turns the triggers off that keep the ledger as it is.
  const change = (credits: number) =>
    db.transaction(async (tx) => {
      await tx.row(`set local session_replication_role = replica`)
      return tx.row<{ id: string }>(
        `update ledger_entries set amount = amount + $2 where ref_id = $1 and kind = 'charge' returning id`,
        [id, credits],
      )
    })
  const changed = await change(1)
  expect(await verify(who)).toMatchObject({ valid: false, brokenAt: changed?.id, checked: 1 })
  await change(-1)
  expect(await verify(who)).toMatchObject({ valid: true, checked: 2 })
})
