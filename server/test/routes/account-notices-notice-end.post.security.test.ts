import { expect, test } from 'vitest'
import { endUrl } from '../../src/access/mail/notices.ts'
import { endNotices } from '../../src/edge/routes/account-notices-notice-end.post.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const callbackSecret = 'a secret of the tests, of thirty-two characters or more'
const system = useSharedSystem()
const url = useOwnApi([endNotices], { CALLBACK_SECRET: callbackSecret })

const post = (at: string) =>
  fetch(at, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('a link that we did not sign, or that names another user or kind, changes nothing', async () => {
  const { db } = system()
  const [mine, other] = [await openSession(db), await openSession(db)]
  const right = endUrl({ callbackSecret, publicUrl: url() }, 'low_balance', mine.id)
  const wrong = [
    right.replace(mine.id, other.id),
    right.replace('low_balance', 'weekly_summary'),
    endUrl({ callbackSecret: `${callbackSecret}!`, publicUrl: url() }, 'low_balance', mine.id),
    right.replace(/\.[\w-]+\/end$/, './end'),
    `${url()}/api/account/notices/x/end`,
  ]
  for (const link of wrong) expect([link, (await post(link)).status]).toEqual([link, 404])
  expect(await db.rows(`select from mail_settings where user_id = any ($1)`, [[mine.id, other.id]])).toEqual(
    [],
  )
})

test('a look at the address, as scanners of mails take one, switches nothing off', async () => {
  const { db } = system()
  const { id } = await openSession(db)
  const answer = await fetch(endUrl({ callbackSecret, publicUrl: url() }, 'low_balance', id))
  expect(answer.status).toBeGreaterThanOrEqual(404)
  expect(await db.rows(`select from mail_settings where user_id = $1`, [id])).toEqual([])
})
