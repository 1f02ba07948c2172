import { Notices } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readNotices } from '../../src/edge/routes/account-notices.get.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { MAIL } from './test-entry-security.ts'

const system = useSharedSystem()
const withMail = useOwnApi([readNotices], MAIL)

test('who chose nothing is written to in English, of a low balance alone', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const byDefault = { language: 'en', lowBalance: true, lowBalanceCredits: null, weeklySummary: false }
  for (const [at, mail] of [
    ['', false],
    [withMail(), true],
  ] as const) {
    const { status, body } = await call('GET', `${at}/api/account/notices`, { headers })
    expect([status, Notices.parse(body.notices)]).toEqual([200, { ...byDefault, mail }])
  }
})
