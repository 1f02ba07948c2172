import { z } from 'zod'
import { SessionAnswer } from '../keys.ts'
import { message } from '../text.ts'
import {
  AcceptBody,
  CodeBody,
  ConfirmBody,
  FactorAnswer,
  FactorSecret,
  FactorState,
  NewPasswordBody,
  RecoveryCodes,
  ResetBody,
  SetupBody,
  SignUpBody,
  VerificationBody,
  WayIn,
} from '../way-in.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const open = { auth: 'open', chapter: 'Account' } as const
const withSession = { auth: 'session', chapter: 'Account', limit: 'writes' } as const
/** Wrong links, codes and origins are answered alike. */
const refused = [...badBody, 'unauthorized', 'rate_limited'] as const

/** How users come in, and the second factor of those who switch it on. */
export const wayIn = {
  readWayIn: {
    ...open,
    method: 'GET',
    path: '/api/account/way-in',
    summary: 'Read who may come in here',
    answer: json(200, 'The way in', WayIn),
  },
  createFirstAdmin: {
    ...open,
    method: 'POST',
    path: '/api/account/setup',
    summary: 'Make the first admin with the one-time link from the log; the response sets the session cookie',
    body: SetupBody,
    answer: json(201, 'The session', SessionAnswer),
    refusals: refused,
  },
  signUp: {
    ...open,
    method: 'POST',
    path: '/api/account/sign-up',
    summary:
      'Sign up, where everybody may; then log in, or open the link that is mailed. The response is the ' +
      'same if the address is taken',
    body: SignUpBody,
    answer: json(201, 'Received', z.object({ message })),
    refusals: [...refused, 'not_found'],
  },
  verifyAddress: {
    ...open,
    method: 'POST',
    path: '/api/account/verification',
    summary:
      'Finish a sign-up with the link of its mail and a password; the response sets the session cookie',
    body: VerificationBody,
    answer: json(201, 'The session', SessionAnswer),
    refusals: refused,
  },
  requestReset: {
    ...open,
    method: 'POST',
    path: '/api/account/reset',
    summary: 'Ask for a mail that replaces a lost password. The response is the same for every address',
    body: ResetBody,
    answer: json(201, 'Received', z.object({ message })),
    refusals: [...refused, 'not_found'],
  },
  finishReset: {
    ...open,
    method: 'POST',
    path: '/api/account/reset/password',
    summary: 'Set a new password with the link of a mail; all sessions end. Then log in',
    body: NewPasswordBody,
    answer: json(201, 'It is set', z.object({ message })),
    refusals: refused,
  },
  acceptInvitation: {
    ...open,
    method: 'POST',
    path: '/api/account/invitation',
    summary: 'Accept an invitation by choosing a password; the response sets the session cookie',
    body: AcceptBody,
    answer: json(201, 'The session', SessionAnswer),
    refusals: refused,
  },
  finishLogIn: {
    ...open,
    method: 'POST',
    path: '/api/account/session/code',
    summary: 'The second step of a log-in: a code of the authenticator, or a recovery code',
    body: CodeBody,
    answer: json(201, 'The session', SessionAnswer),
    refusals: [...refused, 'key_inactive'],
  },
  readFactor: {
    ...withSession,
    beforeFactor: true,
    method: 'GET',
    path: '/api/account/factor',
    summary: 'Read whether your log-in needs a second factor',
    limit: 'reads',
    answer: json(200, 'The second factor', z.object({ factor: FactorState.describe('The second factor') })),
  },
  startFactor: {
    ...withSession,
    beforeFactor: true,
    method: 'POST',
    path: '/api/account/factor',
    summary: 'Make the secret of an authenticator; confirm it with a code. Within 15 minutes of logging in',
    answer: json(201, 'The secret', FactorSecret),
    refusals: ['not_found'],
  },
  confirmFactor: {
    ...withSession,
    beforeFactor: true,
    method: 'POST',
    path: '/api/account/factor/confirm',
    summary: 'Switch the second factor on with a code; the recovery codes are shown only once',
    body: ConfirmBody,
    answer: json(200, 'The recovery codes', RecoveryCodes),
    refusals: [...badBody, 'not_found'],
  },
  replaceRecoveryCodes: {
    ...withSession,
    method: 'POST',
    path: '/api/account/factor/recovery-codes',
    summary: 'Make new recovery codes; the old ones stop working. Within 15 minutes of logging in',
    answer: json(200, 'The recovery codes', RecoveryCodes),
    refusals: ['not_found'],
  },
  removeFactor: {
    ...withSession,
    method: 'DELETE',
    path: '/api/account/factor',
    summary: 'Switch the second factor off. Within 15 minutes of logging in',
    answer: json(200, 'It is off', FactorAnswer),
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
