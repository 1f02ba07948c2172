import type { Defence } from '../../harness/attacks/index.ts'
import type { Mutation } from '../../harness/mutation/index.ts'

const SITES = 'edge/http/refuse-other-sites.ts'
const COOKIE = 'edge/http/session-cookie.ts'
const LOG_IN = 'access/identity/log-in.ts'
const GUESSES = 'edge/http/receive-log-in.ts'

export const defencesAcrossSites: Defence[] = [
  {
    name: 'sessions ask where a request comes from',
    sign: 'takes {"sec-fetch-site":"cross-site"}',
    mutations: [
      {
        file: 'edge/http/authenticate-session.ts',
        from: 'if (!SAFE_METHODS.includes(method)) refuseOtherSites(headers, config.publicUrl, endpoint)',
        to: 'void [SAFE_METHODS, method, refuseOtherSites, config]',
      },
    ],
  },
  {
    name: 'the origin decides',
    sign: 'stored a picture',
    mutations: [{ file: SITES, from: 'if (!isSameOrigin) {', to: 'if (!isSameOrigin && site === "none") {' }],
  },
  {
    name: 'another origin on the same site is another site',
    sign: 'takes {"sec-fetch-site":"same-site"}',
    mutations: [{ file: SITES, from: `site === 'same-origin'`, to: `site.startsWith('same-')` }],
  },
  {
    name: 'a plain form is refused',
    sign: 'takes text/plain',
    mutations: [
      { file: SITES, from: 'if (type !== undefined && !types.includes(type)) {', to: 'if (type === "") {' },
    ],
  },
  {
    name: 'sign-in asks where a request comes from',
    sign: 'a sign-in with',
    mutations: [
      {
        file: GUESSES,
        from: '  refuseOtherSites(headers, app.config.publicUrl)\n',
        to: '  void [refuseOtherSites, headers]\n',
      },
    ],
  },
]

export const defencesAgainstFixation: Defence[] = [
  {
    name: 'a sign-in makes a new token',
    sign: 'became the token of the owner',
    mutations: [
      {
        file: LOG_IN,
        from: '    return insertSession(tx, user.id)\n',
        to: '    return insertSession(tx, user.id, formerToken)\n',
      },
      {
        file: LOG_IN,
        from: '  tx: Tx,\n  userId: string,\n',
        to: '  tx: Tx,\n  userId: string,\n  given?: string,\n',
      },
      { file: LOG_IN, from: 'const token = currentCell() +', to: 'const token = given ?? currentCell() +' },
    ],
  },
  {
    name: 'a sign-in ends the session before it',
    sign: 'the token of an attacker leads in',
    mutations: [
      {
        file: LOG_IN,
        from: 'if (token) await db.lookup.row(`delete from sessions where digest = $1`',
        to: 'if (token) await db.lookup.row(`select from sessions where digest = $1`',
      },
    ],
  },
]

const withoutFlag = (name: string, from: string, to: string, sign: string): Defence => ({
  name,
  sign,
  mutations: [{ file: COOKIE, from, to }],
})

export const defencesOfCookie: Defence[] = [
  withoutFlag('HttpOnly', 'Secure; HttpOnly; SameSite', 'Secure; SameSite', 'a script of the page reads'),
  withoutFlag('Secure', 'Secure; HttpOnly', 'HttpOnly', 'a cookie without Secure'),
  withoutFlag('SameSite', 'HttpOnly; SameSite=Lax', 'HttpOnly', 'a cookie without SameSite=Lax'),
  withoutFlag('SameSite=None', 'SameSite=Lax', 'SameSite=None', 'a cookie for None sites'),
  withoutFlag('the path', 'Path=/;', 'Path=/api;', 'a cookie without Path=/'),
  withoutFlag('the prefix', `COOKIE_NAME = '__Host-sid'`, `COOKIE_NAME = 'sid'`, 'without the prefix'),
]

export const defencesOfPasswordChange: Defence[] = [
  {
    name: 'a new password ends the sessions',
    sign: 'another session stays open',
    mutations: [
      {
        file: 'access/sessions/change-password.ts',
        from: '    await tx.row(`delete from sessions where user_id = $1`, [id])\n',
        to: '',
      },
    ],
  },
  {
    name: 'only the session that asks is ended',
    sign: 'another browser stays on its page',
    mutations: [
      {
        file: 'access/sessions/change-password.ts',
        from: '`delete from sessions where user_id = $1`, [id]',
        to: '`delete from sessions where user_id = $1 and digest = $2`, [id, session.digest]',
      },
    ],
  },
  {
    name: 'the new password is stored',
    sign: 'the old password is answered 201',
    mutations: [
      {
        file: 'access/sessions/change-password.ts',
        from: 'set password_hash = $3, password_ends_at',
        to: 'set password_hash = coalesce(password_hash, $3), password_ends_at',
      },
    ],
  },
]

const guessing = (from: string, to: string): Mutation[] => [{ file: GUESSES, from, to }]

export const defencesOfOneNetwork: Defence[] = [
  {
    name: 'the limit of a network',
    sign: 'passwords of one network were checked',
    mutations: guessing(
      `  await takeNamedSlot(app, networkOf(address), 'log-ins of a network', LOG_INS_PER_NETWORK)\n`,
      '  void LOG_INS_PER_NETWORK\n',
    ),
  },
  {
    name: 'the limit of a user on a network',
    sign: 'passwords of the owner were checked',
    mutations: guessing(
      '  await takeNamedSlot(app, pair, FAILURES, FAILURES_PER_USER_AND_NETWORK)\n',
      '  void FAILURES_PER_USER_AND_NETWORK\n',
    ),
  },
  {
    name: 'a network is more than one address',
    sign: 'passwords of one network were checked',
    mutations: guessing(
      "networkOf(address), 'log-ins of a network'",
      "address || networkOf(address), 'log-ins of a network'",
    ),
  },
  {
    name: 'a limit of one user spares other networks',
    sign: 'the owner could not sign in from elsewhere',
    mutations: guessing(
      `\${credentials.email.toLowerCase()} \${networkOf(address)}`,
      `\${credentials.email.toLowerCase()}`,
    ),
  },
]

export const defencesOfManyNetworks: Defence[] = [
  {
    name: 'each network has its limit',
    sign: 'passwords of the owner were checked',
    mutations: [
      ...guessing('const FAILURES_PER_USER_AND_NETWORK = 10', 'const FAILURES_PER_USER_AND_NETWORK = 1_000'),
      ...guessing('const LOG_INS_PER_NETWORK = 30', 'const LOG_INS_PER_NETWORK = 1_000'),
    ],
  },
  {
    name: 'a limit of one user spares other networks',
    sign: 'the owner could not sign in from elsewhere',
    mutations: guessing(
      `\${credentials.email.toLowerCase()} \${networkOf(address)}`,
      `\${credentials.email.toLowerCase()}`,
    ),
  },
]
