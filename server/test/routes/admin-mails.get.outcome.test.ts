import { randomBytes } from 'node:crypto'
import { UnsentMails } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openAdminSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const insert = (address: string, state: 'waiting' | 'sent' | 'refused' | 'late', trouble: string | null) =>
  system().db.row(
    `insert into mails (kind, person, address, language, facts, state, attempts, trouble, ended_at)
     values ('invitation', sha256(convert_to($1, 'UTF8')), case when $2 <> 'sent' then $1 end, 'en', '{}', $2,
       3, $3, case when $2 <> 'waiting' then clock_timestamp() end)`,
    [address, state, trouble],
  )

test('mails that wait or were given up are listed with what the mail server said, newest first', async () => {
  const { call, db } = system()
  const { headers } = await openAdminSession(db)
  const [waiting, refused, sent] = ['waits', 'refused', 'sent'].map(
    (name) => `${name}-${randomBytes(6).toString('hex')}@atelier.test`,
  ) as [string, string, string]
  await insert(waiting, 'waiting', 'connect ECONNREFUSED')
  await insert(refused, 'refused', '550 no such user')
  await insert(sent, 'sent', null)
  const { status, body } = await call('GET', '/api/admin/mails', { headers })
  expect(status).toBe(200)
  const { mails } = UnsentMails.parse(body)
  const ours = mails.filter(({ address }) => [waiting, refused].includes(address))
  expect(ours).toMatchObject([
    { address: refused, kind: 'invitation', state: 'refused', trouble: '550 no such user', nextAt: null },
    { address: waiting, state: 'waiting', attempts: 3, userId: null, nextAt: expect.any(String) },
  ])
  expect(JSON.stringify(mails)).not.toContain('"facts"')
  expect(mails.every(({ state }) => (state as string) !== 'sent')).toBe(true)
})
