import { expect, test } from 'vitest'
import { grant } from '../../src/access/credits/index.ts'
import { openSessionOf } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem()

test('the file has a line for each entry, oldest first, and is an attachment', async () => {
  const { app, call, createUser, submit, finished } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/fail' })).body
  await finished(user, id)
  const headers = await openSessionOf(app.db, user)
  const { status, headers: sent, body } = await call<string>('GET', '/api/owner/live/ledger/csv', { headers })
  expect([status, sent.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(sent.get('content-disposition')).toBe('attachment; filename="ledger-live.csv"')
  const lines = body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('seq,id,createdAt,kind,reason,amount,balanceAfter,refType,refId,reverses,txHash,seal')
  expect(lines.slice(1).map((line) => line.split(',').slice(3, 6).join(' '))).toEqual([
    'grant credit_grant 1000000',
    'charge image_generation -400',
    'refund image_generation_refund 400',
  ])
  expect(lines[3]).toContain(id)
})

test('a HEAD request sends no bytes', async () => {
  const { app, call, createUser } = system()
  const headers = await openSessionOf(app.db, await createUser())
  const { status, body } = await call('HEAD', '/api/owner/live/ledger/csv', { headers })
  expect([status, body]).toEqual([200, ''])
})

test('a ledger of several pages is complete', async () => {
  const { app, call, createUser } = system()
  const user = await createUser()
  for (let grants = 0; grants < 260; grants++)
    await grant(app.db, { userId: user.id, amount: 5, kind: 'grant', note: 'x' })
  const headers = await openSessionOf(app.db, user)
  const { body } = await call<string>('GET', '/api/owner/live/ledger/csv', { headers })
  expect(body.trimEnd().split('\r\n')).toHaveLength(1 + 261)
})
