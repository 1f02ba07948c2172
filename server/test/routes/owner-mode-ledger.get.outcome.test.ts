import { createHash } from 'node:crypto'
import { LedgerAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { grant } from '../../src/access/credits/index.ts'
import { openSessionOf } from '../open-session.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem()

async function pageOf(user: TestUser) {
  const headers = await openSessionOf(system().app.db, user)
  return async (query = '', mode = 'live') =>
    LedgerAnswer.parse((await system().call('GET', `/api/owner/${mode}/ledger${query}`, { headers })).body)
}

const hash = (lines: (string | number)[]) => createHash('sha256').update(lines.join('\n')).digest('hex')

/** What a browser does: it recomputes every hash and seal from what was sent. */
function walk({ userId, before, entries }: LedgerAnswer) {
  let { txHash, seal } = before
  for (const one of entries) {
    const { id, amount, reason, refId, refType, balanceAfter, createdAt, seq, kind, reverses } = one
    txHash = hash([txHash, id, amount, reason, refId, refType, balanceAfter, createdAt])
    seal = hash([seal, userId, 'live', seq, kind, reverses ?? '', txHash])
    expect([one.txHash, one.seal]).toEqual([txHash, seal])
  }
  return { txHash, seal }
}

test('a browser can recompute the whole chain, page by page', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  for (const model of ['simulator/ok', 'simulator/fail'])
    await finished(user, (await submit(user, { model })).body.id)
  const read = await pageOf(user)
  const whole = await read()
  expect(whole.entries.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, 'grant'],
    [2, 'charge'],
    [3, 'charge'],
    [4, 'refund'],
  ])
  expect(whole.entries[3]?.reverses).toBe(whole.entries[2]?.id)
  const { seq, balance, ...head } = whole.head
  expect([walk(whole), seq, balance]).toEqual([head, 4, 999_600])
  const second = await read('?after=2&limit=1')
  expect(second.entries.map((one) => one.seq)).toEqual([3])
  expect(second.before).toEqual({
    seq: 2,
    balance: 999_600,
    txHash: whole.entries[1]?.txHash,
    seal: whole.entries[1]?.seal,
  })
  walk(second)
  for (const after of [4, 5]) {
    const beyond = await read(`?after=${after}`)
    expect([beyond.entries, beyond.before]).toEqual([[], whole.head])
  }
})

test('no entry is beyond the head, also while the chain grows', async () => {
  const { app, createUser } = system()
  const user = await createUser()
  const headers = await openSessionOf(app.db, user)
  const read = async () =>
    LedgerAnswer.parse((await system().call('GET', '/api/owner/live/ledger', { headers })).body)
  let isOver = false
  const growing = (async () => {
    while (!isOver) await grant(app.db, { userId: user.id, amount: 1, kind: 'grant', note: 'test' })
  })()
  for (let round = 0; round < 40; round++) {
    const { entries, head } = await read()
    expect(entries.at(-1)?.seq ?? 0).toBeLessThanOrEqual(head.seq)
  }
  isOver = true
  await growing
})

test('the test mode has its own chain', async () => {
  const read = await pageOf(await system().createUser())
  expect((await read('', 'test')).entries).toMatchObject([{ seq: 1, kind: 'grant', amount: 1_000_000 }])
})

test.each(['?after=-1', '?after=x', '?limit=0', '?limit=1001'])('%s is answered 400', async (query) => {
  const { app, call, createUser } = system()
  const headers = await openSessionOf(app.db, await createUser())
  expect((await call('GET', `/api/owner/live/ledger${query}`, { headers })).status).toBe(400)
})
