import { z } from 'zod'
import { AuditPage } from '../audit.ts'
import { ErasureAnswer, ErasureBody, ErasureList } from '../erasures.ts'
import { idParams } from '../ids.ts'
import {
  KeyAnswer,
  KeyBody,
  KeyChange,
  KeyList,
  KeySecret,
  OpenSession,
  OpenSessions,
  PasswordBody,
  RevokedKey,
  RotateBody,
  Session,
  SessionAnswer,
  SessionBody,
} from '../keys.ts'
import { PageQuery } from '../paging.ts'
import { message } from '../text.ts'
import { LogInAnswer } from '../way-in.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const withSession = { auth: 'session', chapter: 'Account' } as const

/** The endpoints of the dashboard. They do not accept API keys. */
export const account = {
  logIn: {
    method: 'POST',
    path: '/api/account/session',
    chapter: 'Account',
    summary: 'Log in with e-mail and password; the response sets the session cookie or asks for a code',
    auth: 'open',
    body: SessionBody,
    answer: json(201, 'The session, or the challenge of the second step', LogInAnswer),
    refusals: [...badBody, 'unauthorized', 'key_inactive', 'rate_limited'],
  },
  readSession: {
    ...withSession,
    method: 'GET',
    path: '/api/account/session',
    summary: 'Read the current session',
    limit: 'reads',
    answer: json(200, 'The session', z.object({ session: Session.describe('Who is logged in') })),
  },
  logOut: {
    ...withSession,
    method: 'DELETE',
    path: '/api/account/session',
    summary: 'Log out and end the session',
    limit: 'writes',
    answer: json(200, 'The session has ended', z.object({ message })),
  },
  listSessions: {
    ...withSession,
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'List where you are logged in, newest first',
    limit: 'reads',
    answer: json(200, 'The open sessions', OpenSessions),
  },
  endSession: {
    ...withSession,
    method: 'DELETE',
    path: '/api/account/sessions/{session}',
    summary: 'End one of your sessions, at once; within 15 minutes of logging in',
    limit: 'writes',
    params: z.object({ session: OpenSession.shape.id }),
    answer: json(200, 'The session has ended', z.object({ message })),
    refusals: ['not_found'],
  },
  changePassword: {
    ...withSession,
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change your password; all other sessions end, and this one gets a new cookie',
    limit: 'writes',
    body: PasswordBody,
    answer: json(200, 'The new session', SessionAnswer),
    refusals: badBody,
  },
  listKeys: {
    ...withSession,
    method: 'GET',
    path: '/api/account/keys',
    summary: 'List your API keys, newest first, without secrets',
    limit: 'reads',
    answer: json(200, 'All keys', KeyList),
  },
  createKey: {
    ...withSession,
    method: 'POST',
    path: '/api/account/keys',
    summary: 'Create an API key; its secret is shown only once',
    limit: 'writes',
    body: KeyBody,
    answer: json(201, 'The key and its secret', KeySecret),
    refusals: [...badBody, 'key_limit_reached'],
  },
  changeKey: {
    ...withSession,
    method: 'PATCH',
    path: '/api/account/keys/{id}',
    summary: 'Change the name, the credit limits or the end of an active key; it applies within 5 s',
    limit: 'writes',
    params: idParams('key'),
    body: KeyChange,
    answer: json(200, 'The changed key', KeyAnswer),
    refusals: [...badBody, 'not_found'],
  },
  rotateKey: {
    ...withSession,
    method: 'POST',
    path: '/api/account/keys/{id}/rotate',
    summary: 'Give a key a new secret; its id, limits and spending stay',
    limit: 'writes',
    params: idParams('key'),
    body: RotateBody,
    answer: json(200, 'The key and its new secret', KeySecret),
    refusals: [...badBody, 'not_found'],
  },
  revokeKey: {
    ...withSession,
    method: 'DELETE',
    path: '/api/account/keys/{id}',
    summary: 'Revoke a key; it stops working within 5 s',
    limit: 'writes',
    params: idParams('key'),
    answer: json(200, 'The revoked key', RevokedKey),
    refusals: ['not_found'],
  },
  listEvents: {
    ...withSession,
    method: 'GET',
    path: '/api/account/audit',
    summary: 'List what was changed in your account, by whom and when, newest first',
    limit: 'reads',
    query: PageQuery,
    answer: json(200, 'A page of events', AuditPage),
    refusals: ['invalid_request'],
  },
  listErasures: {
    ...withSession,
    method: 'GET',
    path: '/api/account/erasures',
    summary: 'List your 100 newest erasures',
    limit: 'reads',
    answer: json(200, 'The erasures', ErasureList),
  },
  requestErasure: {
    ...withSession,
    method: 'POST',
    path: '/api/account/erasures',
    summary:
      'Erase a finished media, an upload, a photo, a character, a product or the account, for ever; ' +
      'an account only within 15 minutes of logging in',
    limit: 'writes',
    body: ErasureBody,
    answer: json(201, 'The erasure', ErasureAnswer),
    refusals: [...badBody, 'wrong_id_kind', 'not_found', 'media_not_completed', 'erased'],
  },
} as const satisfies Record<string, Endpoint>
