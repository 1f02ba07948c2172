import { z } from 'zod'
import {
  AccountEventPage,
  AllEventsQuery,
  GrantPage,
  ProviderStates,
  ServiceState,
  StuckTries,
  UnsentMails,
  UserPage,
} from '../administration.ts'
import { idParams } from '../ids.ts'
import { PageQuery } from '../paging.ts'
import { message } from '../text.ts'
import { InvitationBody, InvitationLink, InvitationList } from '../way-in.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const ofAdmin = { auth: 'session', admin: true, chapter: 'Administration' } as const
const read = { ...ofAdmin, method: 'GET', limit: 'reads' } as const

/** What an admin sees and does. Nothing here shows a text or a file of a user. */
export const administration = {
  inviteUser: {
    ...ofAdmin,
    method: 'POST',
    path: '/api/admin/invitations',
    summary: 'Invite a user; hand over the link, which is shown only once and works once, for 7 days',
    limit: 'writes',
    body: InvitationBody,
    answer: json(201, 'The link', InvitationLink),
    refusals: badBody,
  },
  listInvitations: {
    ...read,
    path: '/api/admin/invitations',
    summary: 'List invitations, newest first',
    answer: json(200, 'The invitations', InvitationList),
  },
  revokeInvitation: {
    ...ofAdmin,
    method: 'DELETE',
    path: '/api/admin/invitations/{id}',
    summary: 'Revoke an invitation that was not accepted; its link stops working at once',
    limit: 'writes',
    params: idParams('invitation'),
    answer: json(200, 'It is revoked', z.object({ message })),
  },
  listUsers: {
    ...read,
    path: '/api/admin/users',
    summary: 'List users, newest first',
    query: PageQuery,
    answer: json(200, 'A page of users', UserPage),
  },
  listGrants: {
    ...read,
    path: '/api/admin/grants',
    summary: 'List grants of credits, newest first',
    query: PageQuery,
    answer: json(200, 'A page of grants', GrantPage),
  },
  listAllEvents: {
    ...read,
    path: '/api/admin/audit',
    summary: 'List what was changed in all accounts, by whom and when, newest first',
    query: AllEventsQuery,
    answer: json(200, 'A page of events', AccountEventPage),
  },
  listProviders: {
    ...read,
    path: '/api/admin/providers',
    summary: 'List providers with their open jobs, pauses and breakers',
    answer: json(200, 'The providers', ProviderStates),
  },
  listStuckTries: {
    ...read,
    path: '/api/admin/tries',
    summary: 'List tries that are stuck or whose answer was lost, oldest first',
    answer: json(200, 'The tries', StuckTries),
  },
  listUnsentMails: {
    ...read,
    path: '/api/admin/mails',
    summary: 'List mails that wait or were given up, newest first, with what the mail server said',
    answer: json(200, 'The mails', UnsentMails),
  },
  readState: {
    ...read,
    path: '/api/admin/state',
    summary: 'Read the health of engine, workers, storage and database',
    answer: json(200, 'The state', ServiceState),
  },
} as const satisfies Record<string, Endpoint>
