import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from './addresses.ts'
import { call } from './call.ts'

const PAGE = 50
/** An operator looks at what happens now. */
const LOOK_MS = 15_000

export const stateQuery = queryOptions({
  queryKey: ['operator', 'state'],
  queryFn: ({ signal }) => call('GET /api/admin/state', { signal }),
  refetchInterval: LOOK_MS,
})

export const providersQuery = queryOptions({
  queryKey: ['operator', 'providers'],
  queryFn: async ({ signal }) => (await call('GET /api/admin/providers', { signal })).providers,
  refetchInterval: LOOK_MS,
})

export const triesQuery = queryOptions({
  queryKey: ['operator', 'tries'],
  queryFn: async ({ signal }) => (await call('GET /api/admin/tries', { signal })).tries,
  refetchInterval: LOOK_MS,
})

export const invitationsQuery = queryOptions({
  queryKey: ['operator', 'invitations'],
  queryFn: async ({ signal }) => (await call('GET /api/admin/invitations', { signal })).invitations,
})

export const mailsQuery = queryOptions({
  queryKey: ['operator', 'mails'],
  queryFn: async ({ signal }) => (await call('GET /api/admin/mails', { signal })).mails,
  refetchInterval: LOOK_MS,
})

export type Invited = RequestOf<'POST /api/admin/invitations'>['body']

export const inviteUser = (body: Invited) => call('POST /api/admin/invitations', { body })

export const revokeInvitation = (id: string) => call('DELETE /api/admin/invitations/{id}', { params: { id } })

export async function loadUsers(cursor: string | undefined, signal: AbortSignal) {
  const page = await call('GET /api/admin/users', { query: { limit: PAGE, cursor }, signal })
  return { items: page.users, nextCursor: page.nextCursor }
}

export async function loadGrants(cursor: string | undefined, signal: AbortSignal) {
  const page = await call('GET /api/admin/grants', { query: { limit: PAGE, cursor }, signal })
  return { items: page.grants, nextCursor: page.nextCursor }
}

type Wanted = { action: string | undefined; cursor: string | undefined }

/** What was changed in all accounts. */
export async function loadAllEvents({ action, cursor }: Wanted, signal: AbortSignal) {
  const page = await call('GET /api/admin/audit', { query: { limit: PAGE, action, cursor }, signal })
  return { items: page.events, nextCursor: page.nextCursor }
}
