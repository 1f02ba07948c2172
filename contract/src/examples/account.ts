import type { account } from '../endpoints/account.ts'
import type { Erasure } from '../erasures.ts'
import { exampleId } from '../ids.ts'
import type { Key, Session } from '../keys.ts'
import type { ExamplesOf } from './example.ts'
import { at, ids, keyRevoked } from './example-records.ts'

const session: Session = {
  user: { id: ids.user, email: 'owner@example.com', role: 'user' },
  expiresAt: at('23:58:00'),
  needsFactor: false,
}

const key: Key = {
  id: ids.key,
  name: 'night agent',
  prefix: 'hsk_4cVbN0aR',
  scopes: ['read', 'generate', 'cep', 'knowledge'],
  mode: 'live',
  dailyCreditLimit: 20_000,
  perJobCreditLimit: null,
  testMix: null,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  createdAt: at('11:59:00'),
  client: null,
}

const erasure: Erasure = {
  id: exampleId('erasure'),
  kind: 'media',
  subjectId: ids.image,
  requestedAt: at('13:00:00'),
  doneAt: at('13:00:01'),
}

/** Looks like a key, but its checksum is invalid. */
const SECRET = `hsk_4cVbN0aR${'x'.repeat(35)}000000`

const keyParams = { id: ids.key }

export const accountExamples = {
  logIn: {
    body: { email: 'owner@example.com', password: 'a long sentence that only I know' },
    answer: { session, challenge: null, message: 'You are logged in as owner@example.com.' },
  },
  readSession: { answer: { session } },
  logOut: { answer: { message: 'You are logged out.' } },
  listSessions: {
    answer: {
      sessions: [
        { id: '4f1c9a60b27d83e5', createdAt: at('11:58:00'), lastSeenAt: at('12:00:00'), current: true },
      ],
    },
  },
  endSession: { params: { session: '4f1c9a60b27d83e5' }, answer: { message: 'The session has ended.' } },
  changePassword: {
    body: { oldPassword: 'a long sentence that only I know', newPassword: 'another sentence of mine' },
    answer: { session, message: 'Password changed. All other sessions have ended.' },
  },
  listKeys: { answer: { keys: [{ ...key, lastUsedAt: at('12:00:00'), spentToday: 2_800 }] } },
  changeKey: {
    params: keyParams,
    body: { dailyCreditLimit: 6_000 },
    answer: { key: { ...key, dailyCreditLimit: 6_000 }, message: 'Key changed. It applies within 5 s.' },
  },
  createKey: {
    body: { name: 'night agent', dailyCreditLimit: 20_000 },
    answer: { key, secret: SECRET, message: 'Key created. Store the secret now: it is not shown again.' },
  },
  rotateKey: {
    params: keyParams,
    body: { graceHours: 24 },
    answer: {
      key,
      secret: SECRET,
      message:
        'Key rotated. Store the new secret now: it is not shown again. The old one works for another 24 h.',
    },
  },
  revokeKey: {
    params: keyParams,
    answer: {
      key: { ...key, revokedAt: at('13:00:00') },
      message: 'Key revoked. It stops working within 5 s.',
    },
  },
  listEvents: {
    query: { limit: '1' },
    answer: {
      events: [keyRevoked],
      nextCursor: null,
    },
  },
  listErasures: { answer: { erasures: [erasure] } },
  requestErasure: {
    body: { subjectId: ids.image },
    answer: {
      erasure,
      message: 'Erased. Its addresses are answered 410, and its files are deleted.',
    },
  },
} satisfies ExamplesOf<typeof account>
