import { z } from 'zod'
import { Notices, NoticesAnswer, NoticesBody, NoticeToken, UnsubscribeForm } from '../notices.ts'
import { message } from '../text.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const withSession = { auth: 'session', chapter: 'Account' } as const

/** What an owner is told by mail. */
export const notices = {
  readNotices: {
    ...withSession,
    method: 'GET',
    path: '/api/account/notices',
    summary: 'Read which mails you get, and in which language',
    limit: 'reads',
    answer: json(200, 'The choices', z.object({ notices: Notices.describe('What you chose') })),
  },
  changeNotices: {
    ...withSession,
    method: 'PATCH',
    path: '/api/account/notices',
    summary: 'Choose which mails you get, and in which language',
    limit: 'writes',
    body: NoticesBody,
    answer: json(200, 'The choices', NoticesAnswer),
    refusals: badBody,
  },
  endNotices: {
    method: 'POST',
    path: '/api/account/notices/{notice}/end',
    chapter: 'Account',
    summary: 'Switch off the notice that a mail came from; mail programs call this (RFC 8058)',
    auth: 'open',
    params: z.object({ notice: NoticeToken }),
    encoded: UnsubscribeForm,
    answer: json(200, 'It is off', z.object({ message })),
    refusals: ['not_found', 'rate_limited'],
  },
} as const satisfies Record<string, Endpoint>
