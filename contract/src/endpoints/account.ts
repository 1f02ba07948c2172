import { z } from 'zod'
import { idParams } from '../ids.ts'
import {
  KeyBody,
  KeyList,
  KeySecret,
  RevokedKey,
  RotateBody,
  Session,
  SessionAnswer,
  SessionBody,
} from '../keys.ts'
import { message } from '../text.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const bySession = { auth: 'session', chapter: 'Account' } as const

/** What the dashboard calls. An API key opens none of it. */
export const account = {
  logIn: {
    method: 'POST',
    path: '/api/account/session',
    chapter: 'Account',
    summary: 'Log in with e-mail and password; the answer sets the cookie of the session',
    auth: 'open',
    body: SessionBody,
    answer: json(201, 'The session', SessionAnswer),
    refusals: [...badBody, 'unauthorized', 'key_inactive', 'rate_limited'],
  },
  readSession: {
    ...bySession,
    method: 'GET',
    path: '/api/account/session',
    summary: 'Who is logged in',
    limit: 'reads',
    answer: json(200, 'The session', z.object({ session: Session })),
  },
  logOut: {
    ...bySession,
    method: 'DELETE',
    path: '/api/account/session',
    summary: 'Log out; the cookie is worth nothing afterwards',
    limit: 'writes',
    answer: json(200, 'It is over', z.object({ message })),
  },
  listKeys: {
    ...bySession,
    method: 'GET',
    path: '/api/account/keys',
    summary: 'Your API keys, newest first, without their secrets',
    limit: 'reads',
    answer: json(200, 'All of them', KeyList),
  },
  createKey: {
    ...bySession,
    method: 'POST',
    path: '/api/account/keys',
    summary: 'Make an API key; its secret is shown this once',
    limit: 'writes',
    body: KeyBody,
    answer: json(201, 'The key and its secret', KeySecret),
    refusals: [...badBody, 'key_limit_reached'],
  },
  rotateKey: {
    ...bySession,
    method: 'POST',
    path: '/api/account/keys/{id}/rotate',
    summary: 'Give a key a new secret; limits and what it spent stay',
    limit: 'writes',
    params: idParams('key'),
    body: RotateBody,
    answer: json(200, 'The key and its new secret', KeySecret),
    refusals: [...badBody, 'not_found'],
  },
  revokeKey: {
    ...bySession,
    method: 'DELETE',
    path: '/api/account/keys/{id}',
    summary: 'Revoke a key; within 5 s no process takes it any more',
    limit: 'writes',
    params: idParams('key'),
    answer: json(200, 'The key, revoked', RevokedKey),
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
