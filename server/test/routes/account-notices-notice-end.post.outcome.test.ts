import { expect, test } from 'vitest'
import { endUrl } from '../../src/access/mail/notices.ts'
import { endNotices } from '../../src/edge/routes/account-notices-notice-end.post.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const callbackSecret = 'a secret of the tests, of thirty-two characters or more'
const system = useSharedSystem()
const url = useOwnApi([endNotices], { CALLBACK_SECRET: callbackSecret })

test('one click of a mail program switches off the kind of its mail, and no other', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  await call('PATCH', '/api/account/notices', { headers, body: { weeklySummary: true } })
  const read = async () => (await call('GET', '/api/account/notices', { headers })).body.notices
  for (const [kind, left] of [
    ['weekly_summary', { lowBalance: true, weeklySummary: false }],
    ['low_balance', { lowBalance: false, weeklySummary: false }],
  ] as const) {
    const answer = await fetch(endUrl({ callbackSecret, publicUrl: url() }, kind, id), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    expect(await read()).toMatchObject(left)
  }
})
