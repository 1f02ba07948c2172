import { type Removal, without } from './removal.ts'

const TICKET = 'catalog/photos/upload-ticket.ts'
const CALLED = 'production/callbacks/callback-url.ts'
const CHALLENGE = 'access/factors/challenge.ts'
const SEAL = 'access/factors/seal-secret.ts'
const CODE = 'access/oauth/exchange-code.ts'
const CONSENT = 'access/oauth/give-consent.ts'

/** Who may do what: keys, rows, signed addresses, OAuth. */
export const removalsOfAccess: Removal[] = [
  without('2.2.3', 'the check that an ad has one media', 'learning/ingestion/resolve-ads.ts', {
    from: 'if (!isLink && facts.media_id !== null && facts.media_id !== ad.media_id) throw',
    to: "if (!isLink && facts.media_id === '') throw",
  }),
  without('8.2.1', 'the scopes of keys', 'edge/http/authenticate.ts', {
    from: '  if (!scope || scopes.includes(scope)) return\n',
    to: '  if (!scope || scopes.length > 0) return\n',
  }),
  {
    rows: ['8.2.2'],
    without: 'the owner of a media, in the statement and in the policy',
    edits: [
      {
        file: 'server/src/production/jobs/poll-media.ts',
        from: 'from media where id = $1 and user_id = $2 and mode = $3`',
        to: 'from media where id = $1 and $2::text is not null and mode = $3`',
      },
      {
        file: 'server/src/platform/db/privileges.sql',
        from: "  by_user constant text := 'user_id = (select app_uid())';",
        to: "  by_user constant text := 'user_id is not null';",
      },
    ],
  },
  without('8.2.3', 'the choice of fields', 'access/audit/list-all-events.ts', {
    from: "  mode: row.changes.mode === 'test' ? 'test' : 'live',\n",
    to: "  mode: row.changes.mode === 'test' ? 'test' : 'live',\n  ...row.changes,\n",
  }),
  without('8.3.1', 'the role of admins', 'edge/http/open-http.ts', {
    from: "  if (endpoint.admin && session?.user.role !== 'admin') throw endpointNotFound()\n",
    to: '',
  }),
  {
    rows: ['8.4.1'],
    without: 'the policies of the database',
    edits: [
      {
        file: 'server/src/platform/db/privileges.sql',
        from: "  by_user constant text := 'user_id = (select app_uid())';",
        to: "  by_user constant text := 'user_id is not null';",
      },
    ],
  },
  without('9.1.1', 'the comparison of signatures', TICKET, {
    from: 'given.length === right.length && timingSafeEqual(given, right) && rest.length === 0',
    to: 'given.length === right.length && timingSafeEqual(right, right) && rest.length === 0',
  }),
  without('9.1.2', 'the one form of a challenge', CHALLENGE, {
    from: '\\.([\\w-]{43})$/',
    to: '\\.?([\\w-]*)$/',
  }),
  without('9.1.3 9.2.3', 'the token of a callback', CALLED, {
    from: 'return given.length === right.length && timingSafeEqual(given, right) ? called : undefined',
    to: 'return given.length <= right.length && timingSafeEqual(right, right) ? called : undefined',
  }),
  without('9.2.1', 'the end of an address', TICKET, {
    from: ' || Number(seconds) * 1_000 < Date.now()) throw',
    to: ' || Number(seconds) < 0) throw',
  }),
  without('9.2.2 9.2.4', 'the purpose in what is signed', TICKET, {
    from: `.update(\`upload ticket \${text}\`)`,
    to: '.update(text)',
  }),
  without('10.1.1', 'consents without a key', 'access/identity/rotate-key.ts', {
    from: ' and client_id is null\n',
    to: '\n',
  }),
  without('10.3.1', 'the endpoints of tokens', 'edge/http/open-http.ts', {
    from: 'endpoint.tokens ? resolveBearer : resolveCaller',
    to: 'resolveBearer',
  }),
  without('10.3.2', 'the scopes of tokens', 'edge/http/authenticate.ts', {
    from: '  if (!scope || scopes.includes(scope)) return\n',
    to: '  if (!scope || scopes.length > 0) return\n',
  }),
  without('10.3.3', 'the user of a token', 'access/oauth/new-bearer-resolver.ts', {
    from: '    return toKeyCaller(row)\n',
    to: '    return { ...toKeyCaller(row), owner: { userId: row.name, mode: row.mode } as never }\n',
  }),
  {
    rows: ['10.4.4'],
    without: 'the list of grants',
    edits: [
      {
        file: 'contract/src/oauth.ts',
        from: "    grant_type: z.enum(['authorization_code', 'refresh_token'])",
        to: '    grant_type: z.string()',
      },
    ],
  },
  without('10.7.3', 'consents beside the keys', 'access/identity/create-key.ts', {
    from: 'where user_id = $1 and client_id is null and revoked_at is null',
    to: 'where user_id = $1 and revoked_at is null',
  }),
  without('10.4.1', 'the comparison letter for letter', 'access/oauth/redirect-uri.ts', {
    from: '  if (own.includes(text)) return true\n',
    to: '  if (own.some((one) => URL.parse(one)?.href === given.url.href)) return true\n',
  }),
  without('10.4.2', 'one use of a code', CODE, { from: '  if (code.used) {', to: '  if (code.expired) {' }),
  without('10.4.3', 'the minute of a code', CONSENT, {
    from: 'const CODE_SECONDS = 60\n',
    to: 'const CODE_SECONDS = 6_000\n',
  }),
  without('10.4.5', 'the end of replaced refresh tokens', 'access/oauth/refresh-tokens.ts', {
    from: '  if (token.salt && (token.late || token.late_uses >= LATE_USES_MAX)) {',
    to: '  if (token.salt && token.late_uses > 10 * LATE_USES_MAX) {',
  }),
  without('10.4.6', 'the verifier', CODE, {
    from: '  verifier !== undefined && createHash',
    to: '  verifier === undefined || createHash',
  }),
  without('10.4.7', 'the warning of look-alikes', 'access/oauth/judge-client.ts', {
    from: '    return isNamed && !hosts.some(',
    to: '    return isNamed && hosts.length > 99 && !hosts.some(',
  }),
  without('10.4.9', 'the end of a consent', 'access/oauth/new-bearer-resolver.ts', {
    from: '         and k.revoked_at is null and coalesce',
    to: '         and coalesce',
  }),
  without('10.4.8', 'the end of a consent', 'access/oauth/end-consent.ts', {
    from: 'CONSENT_DAYS = 365',
    to: 'CONSENT_DAYS = 36_500',
  }),
  without('10.4.11', 'the limits of a consent', CONSENT, {
    from: '  if (!body.scopes.every((scope) => asked.scopes.includes(scope)))\n',
    to: '  if (!body.scopes.every((scope) => scope.length > 0 || asked.scopes.includes(scope)))\n',
  }),
  without('10.7.1', 'the refusal of an owner', CONSENT, {
    from: "  if (body.decision === 'refuse') {",
    to: "  if (body.decision === 'refuse' && publicUrl === '') {",
  }),
  without('10.7.2', 'what an owner is shown', 'access/oauth/read-asked-consent.ts', {
    from: 'host: hostOfRedirect(redirect)',
    to: "host: hostOfRedirect(redirect).replace(/.*/, '')",
  }),
  {
    rows: ['11.2.3', '11.4.1', '11.4.3', '11.6.1'],
    without: 'SHA-256',
    edits: [
      {
        file: 'server/src/access/identity/key-text.ts',
        from: "createHash('sha256')",
        to: "createHash('md5')",
      },
    ],
  },
  without('11.3.1 11.3.2', 'AES-256-GCM', SEAL, { from: "'aes-256-gcm'", to: "'aes-256-cbc'" }),
  without('11.4.2', 'the effort of a hash', 'access/identity/create-user.ts', {
    from: 'memoryCost: 19_456, timeCost: 2',
    to: 'memoryCost: 1_024, timeCost: 1',
  }),
]
