import { type Removal, without } from './removal.ts'

const COOKIE = 'edge/http/session-cookie.ts'
const USUAL = 'edge/http/usual-headers.ts'
const LOG_IN = 'access/identity/log-in.ts'
const CHANGE = 'access/sessions/change-password.ts'

/** Pages, passwords, sign-in, sessions. */
export const removalsOfSessions: Removal[] = [
  without('3.3.1', 'Secure', COOKIE, { from: 'Secure; HttpOnly', to: 'HttpOnly' }),
  without('3.3.2', 'SameSite', COOKIE, { from: 'HttpOnly; SameSite=Lax', to: 'HttpOnly' }),
  without('3.3.3', 'the prefix', COOKIE, { from: `COOKIE_NAME = '__Host-sid'`, to: `COOKIE_NAME = 'sid'` }),
  without('3.3.4', 'HttpOnly', COOKIE, { from: 'Secure; HttpOnly;', to: 'Secure;' }),
  without('3.4.1 12.2.1', 'HSTS', USUAL, {
    from: "isTlsOnly = protocol === 'https:' &&",
    to: 'isTlsOnly = false &&',
  }),
  without('3.4.2', 'the answers that other sites read', 'edge/http/open-http.ts', {
    from: "'x-request-id': request.id,",
    to: "'x-request-id': request.id, 'access-control-allow-origin': String(request.headers.origin),",
  }),
  without('3.4.4', 'nosniff', USUAL, { from: "    'x-content-type-options': 'nosniff',\n", to: '' }),
  without('3.4.5', 'the policy of referrers', USUAL, {
    from: "    'referrer-policy': 'no-referrer',\n",
    to: '',
  }),
  without('3.4.6', 'frame-ancestors', USUAL, { from: "; frame-ancestors 'none'\"", to: '"' }),
  without('3.5.1', 'the check of the origin', 'edge/http/refuse-other-sites.ts', {
    from: '  if (!isSameOrigin) {',
    to: '  if (!isSameOrigin && site === "none") {',
  }),
  without('3.5.2', 'the check of the type', 'edge/http/refuse-other-sites.ts', {
    from: '  if (type !== undefined && !types.includes(type)) {',
    to: "  if (type === '') {",
  }),
  {
    rows: ['3.5.3'],
    without: 'changes by other methods than GET',
    edits: [
      {
        file: 'contract/src/endpoints/media.ts',
        from: '  cancelMedia: {\n    ...writes,\n',
        to: "  cancelMedia: {\n    ...writes,\n    method: 'GET',\n",
      },
    ],
  },
  {
    rows: ['3.5.5'],
    without: 'silence between windows',
    edits: [
      {
        file: 'dashboard/src/shell/shortcuts.ts',
        from: 'export const areLettersOn',
        to: "addEventListener('message', ({ data }) => setLetters(data))\nexport const areLettersOn",
      },
    ],
  },
  without('3.7.2', 'the list of addresses of a client', 'access/oauth/read-authorization.ts', {
    from: '  if (!redirect || !isRedirectOf(client.redirectUris, redirectUri))',
    to: '  if (!redirect || isRedirectOf([], redirectUri))',
  }),
  without('4.1.1', 'the encoding of texts', 'edge/documents/documents-at.ts', {
    from: "'text/plain; charset=utf-8'",
    to: "'text/plain'",
  }),
  without('4.1.3 15.3.4', 'the list of trusted proxies', 'edge/http/open-http.ts', {
    from: '    trustProxy: app.config.trustProxy,',
    to: '    trustProxy: true,',
  }),
  without('6.2.2 7.4.3', 'the new password', CHANGE, {
    from: 'set password_hash = $3, password_ends_at',
    to: 'set password_hash = coalesce(password_hash, $3), password_ends_at',
  }),
  without('6.2.3', 'the old password', CHANGE, {
    from: '  if (!(await verifyPassword(user?.password_hash, oldPassword))) throw wrongPassword()\n',
    to: '  void [verifyPassword, oldPassword]\n',
  }),
  without('6.2.4 6.2.12', 'the leaked passwords', 'access/passwords/is-known-password.ts', {
    from: ' || leakedPasswords().has(text)',
    to: ' || leakedPasswords().has(email)',
  }),
  without('6.2.5', 'any characters', 'access/passwords/is-known-password.ts', {
    from: '  const text = password.toLowerCase()',
    to: '  if (!/[A-Z].*[0-9]/.test(password)) return true\n  const text = password.toLowerCase()',
  }),
  {
    rows: ['6.2.6', '6.2.7'],
    without: 'the hidden field that is filled in',
    edits: [
      {
        file: 'dashboard/src/parts/password-step.tsx',
        from: `type="password"`,
        to: `type="text" onPaste={(event) => event.preventDefault()}`,
      },
      {
        file: 'dashboard/src/parts/password-field.tsx',
        from: `type={isShown ? 'text' : 'password'}`,
        to: `type={isShown ? 'password' : 'text'}`,
      },
    ],
  },
  without('6.2.8 6.2.9', 'every character of a password', 'access/identity/create-user.ts', {
    from: '  hash(password, {',
    to: '  hash(password.trim().slice(0, 63), {',
  }),
  without('6.2.10', 'passwords without an end', CHANGE, {
    from: 'password_ends_at = null',
    to: `password_ends_at = clock_timestamp() + interval '90 days' - interval '90 days'`,
  }),
  without('6.2.11', 'the usual words', 'access/passwords/is-known-password.ts', {
    from: 'usualWords.has(part) || own.has(part)',
    to: 'own.size > 99',
  }),
  without('6.3.1', 'the limit of failed sign-ins', 'edge/http/receive-log-in.ts', {
    from: '  await takeNamedSlot(app, pair, FAILURES, FAILURES_PER_USER_AND_NETWORK)\n',
    to: '  void FAILURES_PER_USER_AND_NETWORK\n',
  }),
  without('6.3.2', 'the question for known passwords', 'edge/commands/seed.ts', {
    from: "    if (!values['known-passwords'])\n",
    to: "    if (values.domain === '')\n",
  }),
  without('6.3.3', 'the demand of a factor', 'edge/http/authenticate-session.ts', {
    from: 'if (!endpoint.beforeFactor) await',
    to: 'if (endpoint.beforeFactor) await',
  }),
  without('6.4.1', 'the end of a first password', LOG_IN, {
    from: '\n       and coalesce(password_ends_at > clock_timestamp(), true) for share',
    to: ' for share',
  }),
  without('6.4.3', 'the question for a code', LOG_IN, {
    from: '    if (factor) throw new SecondStepNeeded(',
    to: "    if (factor && password === '') throw new SecondStepNeeded(",
  }),
  without('6.4.4', 'the question how a person was recognized', 'edge/commands/reset-password.ts', {
    from: '    if (!RECOGNITION.test(how))\n',
    to: "    if (!RECOGNITION.test(how) && how === ' ')\n",
  }),
  without('6.5.1', 'the memory of used codes', 'access/factors/take-code.ts', {
    from: 'where user_id = $1 and last_step < $2 and sealed = $3',
    to: 'where user_id = $1 and $2 > 0 and sealed = $3',
  }),
  without('6.5.2 6.5.4', 'the length of recovery codes', 'access/factors/recovery-codes.ts', {
    from: 'const CODE_BYTES = 15',
    to: 'const CODE_BYTES = 5',
  }),
  without('6.5.3', 'the secure source', 'access/factors/one-time-code.ts', {
    from: 'randomBytes(SECRET_BYTES)',
    to: 'Buffer.from(Array.from({ length: SECRET_BYTES }, () => Math.random() * 256))',
  }),
  without('7.2.1', 'the look-up of a session', 'access/identity/resolve-session.ts', {
    from: '     where s.digest = $1 and',
    to: '     where $1::bytea is not null and',
  }),
  without('7.2.2 7.2.4', 'a new token for each sign-in', LOG_IN, {
    from: `if (token) await db.lookup.row(\`delete from sessions where digest = $1\``,
    to: `if (token) await db.lookup.row(\`select from sessions where digest = $1\``,
  }),
  without('7.2.3', 'the length of tokens', LOG_IN, {
    from: 'randomBytes(32).toString(',
    to: 'randomBytes(8).toString(',
  }),
  without('7.3.1', 'the end without use', 'access/identity/session-row.ts', {
    from: 'const IDLE_SECONDS = 43_200',
    to: 'const IDLE_SECONDS = 432_000',
  }),
  without('7.3.2', 'the end in any case', 'access/identity/session-row.ts', {
    from: ` and s.created_at > \${ago(SESSION_SECONDS)}\``,
    to: '`',
  }),
  without('7.4.1', 'the end of a session', 'access/identity/log-out.ts', {
    from: 'delete from sessions where',
    to: 'select from sessions where',
  }),
  without('7.4.2', 'the end with a suspension', 'access/identity/set-suspended.ts', {
    from: '    if (row && isSuspended) await',
    to: '    if (row && !isSuspended) await',
  }),
  {
    rows: ['7.4.4'],
    without: 'the frame around a page',
    edits: [
      {
        file: 'dashboard/src/router.tsx',
        from: "getParentRoute: () => signedIn,\n  path: '/connections',",
        to: "getParentRoute: () => root,\n  path: '/connections',",
      },
    ],
  },
  {
    rows: ['14.3.1'],
    without: 'the end of what a page remembers',
    edits: [{ file: 'dashboard/src/api/session.ts', from: '  client.clear()\n', to: '' }],
  },
  without('7.4.5', 'the end with a reset', 'access/identity/reset-password.ts', {
    from: 'delete from sessions where',
    to: 'select from sessions where',
  }),
  without('7.5.1', 'the fresh proof', 'access/factors/remove-factor.ts', {
    from: '  requireFreshPassword(session)\n',
    to: '  void requireFreshPassword\n',
  }),
  without('7.5.2', 'the fresh proof', 'access/sessions/end-session.ts', {
    from: '  requireFreshPassword(session)\n',
    to: '  void requireFreshPassword\n',
  }),
]
