import { expect, test } from 'vitest'
import { requestReset } from '../../src/edge/routes/account-reset.post.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { MAIL, randomNetworkAddress } from './test-entry-security.ts'

const system = useSharedSystem()
const url = useOwnApi([requestReset], { TRUST_PROXY: 'loopback', ...MAIL })
const silent = useOwnApi([requestReset], { TRUST_PROXY: 'loopback' })

const send = (at: string, body: object) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  return system().call('POST', `${at}/api/account/reset`, { headers, body })
}
const mailsTo = (address: string) =>
  system().db.rows(`select kind, user_id, language, facts from mails where address = $1`, [address])

test('one mail is queued, in the language of the page, however often it is asked for', async () => {
  const { email } = await openSession(system().db)
  for (const language of ['en', 'zh']) {
    const { status, body } = await send(url(), { email: email.toUpperCase(), language })
    expect([status, body.message]).toEqual([
      201,
      'If this address has an account, a mail is on its way there.',
    ])
  }
  expect(await mailsTo(email)).toEqual([{ kind: 'password_reset', user_id: null, language: 'zh', facts: {} }])
})

test('where no mail is sent, the answer says who helps', async () => {
  const { email } = await openSession(system().db)
  const { status, body } = await send(silent(), { email })
  expect([status, body.code]).toEqual([404, 'not_found'])
  expect(body.error).toContain('operator')
  expect(await mailsTo(email)).toEqual([])
})

test.each([[{ email: 'nobody' }], [{ email: 'a@b.test\r\nBcc: c@d.test' }], [{}]])(
  '%j is answered 400',
  async (body) => {
    const answer = await send(url(), body)
    expect([answer.status, answer.body.field]).toEqual([400, 'email'])
  },
)
