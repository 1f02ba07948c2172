import type { NoticesBody } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Mode } from './addresses.ts'
import { call, callAs, Refused } from './call.ts'
import { withFreshPassword } from './session.ts'

const PAGE = 20
const ERASING_MS = 5_000

export type OpenSession = AnswerOf<'GET /api/account/sessions'>['sessions'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('GET /api/account/sessions', { signal })).sessions,
})

export const endSession = (session: string) =>
  withFreshPassword(() => call('DELETE /api/account/sessions/{session}', { params: { session } }))

/** True when the password is changed; false when the old one was wrong, which is no end of the session. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<boolean> {
  try {
    await call('POST /api/account/password', { body: { oldPassword, newPassword } })
    return true
  } catch (error) {
    if (error instanceof Refused && error.status === 401 && (await isStillOpen())) return false
    throw error
  }
}

const isStillOpen = (): Promise<boolean> =>
  call('GET /api/account/session').then(
    () => true,
    () => false,
  )

export const quotasQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['quotas', mode],
    queryFn: async ({ signal }) => (await callAs(mode, 'GET /api/gen/quotas', { signal })).quotas,
  })

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => (await call('GET /api/account/notices', { signal })).notices,
})

export const changeNotices = async (wanted: NoticesBody) =>
  (await call('PATCH /api/account/notices', { body: wanted })).notices

export const erasuresQuery = queryOptions({
  queryKey: ['erasures'],
  queryFn: async ({ signal }) => (await call('GET /api/account/erasures', { signal })).erasures,
  // What runs ends within minutes.
  refetchInterval: ({ state }) => (state.data?.some(({ doneAt }) => !doneAt) ? ERASING_MS : false),
})

/** An account needs a password of the last 15 minutes. */
export const erase = (subjectId: string) =>
  withFreshPassword(() => call('POST /api/account/erasures', { body: { subjectId } }))

export const loadEvents = (cursor: string | undefined, signal: AbortSignal) =>
  call('GET /api/account/audit', { query: { limit: PAGE, cursor }, signal })
