import type { wayIn } from '../endpoints/way-in.ts'
import type { Session } from '../keys.ts'
import type { ExamplesOf } from './example.ts'
import { at, ids } from './example-records.ts'

const sessionOf = (role: 'user' | 'admin'): Session => ({
  user: { id: ids.user, email: 'owner@example.com', role },
  expiresAt: at('23:58:00'),
  needsFactor: false,
})

const TOKEN = `00${'x'.repeat(43)}`
const PASSWORD = 'a long sentence that only I know'
const on = { on: true, since: at('12:00:00'), recoveryCodesLeft: 10 }
const codes = Array.from({ length: 10 }, (_, at) => `k7qa-4m2x-b9tz-r3w${'abcdefghij'.charAt(at)}`)

export const wayInExamples = {
  readWayIn: { answer: { signUp: 'invitation', needsSetup: false, secondFactor: true, mail: true } },
  createFirstAdmin: {
    body: { token: TOKEN, email: 'owner@example.com', password: PASSWORD },
    answer: { session: sessionOf('admin'), message: 'You are the first admin. Keep the password safe.' },
  },
  signUp: {
    body: { email: 'owner@example.com', language: 'en' },
    answer: { message: 'Open the link in the mail that is on its way to this address, within a day.' },
  },
  verifyAddress: {
    body: { token: TOKEN, password: PASSWORD },
    answer: { session: sessionOf('user'), message: 'Welcome, owner@example.com.' },
  },
  requestReset: {
    body: { email: 'owner@example.com', language: 'en' },
    answer: { message: 'If this address has an account, a mail is on its way there.' },
  },
  finishReset: {
    body: { token: TOKEN, password: PASSWORD },
    answer: { message: 'The password is set. All sessions have ended: log in with it.' },
  },
  acceptInvitation: {
    body: { token: TOKEN, password: PASSWORD },
    answer: { session: sessionOf('user'), message: 'Welcome, owner@example.com.' },
  },
  finishLogIn: {
    body: { challenge: `${ids.user}.1794571200.${'x'.repeat(43)}`, code: '492039' },
    answer: { session: sessionOf('user'), message: 'You are logged in as owner@example.com.' },
  },
  readFactor: { answer: { factor: on } },
  startFactor: {
    answer: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri:
        'otpauth://totp/Atelier:owner%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' +
        '&issuer=Atelier',
      message: 'Add it to your authenticator, then confirm it with a code.',
    },
  },
  confirmFactor: {
    body: { code: '492039' },
    answer: {
      factor: on,
      recoveryCodes: codes,
      message: 'The second factor is on. Store the recovery codes now: they are not shown again.',
    },
  },
  replaceRecoveryCodes: {
    answer: {
      factor: on,
      recoveryCodes: codes,
      message: 'Store the recovery codes now: they are not shown again. The old ones stopped working.',
    },
  },
  removeFactor: {
    answer: {
      factor: { on: false, since: null, recoveryCodesLeft: 0 },
      message: 'The second factor is off.',
    },
  },
} satisfies ExamplesOf<typeof wayIn>
