import type { Defence } from '../../harness/attacks/index.ts'

const BEARER = 'access/oauth/new-bearer-resolver.ts'
const REFRESH = 'access/oauth/refresh-tokens.ts'

type Change = [file: string, from: string, to: string]

const without = (name: string, sign: string, ...[file, from, to]: Change): Defence => ({
  name,
  sign,
  mutations: [{ file, from, to }],
})

export const defencesOfReplay: Defence[] = [
  without(
    'an access token lives for an hour',
    'an access token works after its hour',
    BEARER,
    't.expires_at > clock_timestamp()',
    'true',
  ),
  without(
    'a token is looked up with its consent',
    'a token of a revoked consent works',
    BEARER,
    'and k.revoked_at is null and',
    'and',
  ),
  without(
    'a refresh looks at the consent',
    'a revoked consent was refreshed',
    'access/oauth/end-consent.ts',
    'where k.id = $1 and k.revoked_at is null and',
    'where k.id = $1 and',
  ),
  {
    name: 'each kind of token has its place',
    sign: 'a refresh token opens /mcp',
    mutations: [
      { file: BEARER, from: `if (!isTokenText('access', text))`, to: `if (text.startsWith('hsk_'))` },
      { file: BEARER, from: ` and t.kind = 'access'`, to: '' },
    ],
  },
]

export const defencesOfRefresh: Defence[] = [
  without(
    'the grace ends',
    'a replaced token works after the grace',
    REFRESH,
    'const GRACE_SECONDS = 120',
    'const GRACE_SECONDS = 12_000',
  ),
  without(
    'a late use ends the family',
    'the family of a reused token still opens /mcp',
    REFRESH,
    '    await endConsent(tx, keyId)\n',
    '    void endConsent\n',
  ),
  without(
    'the grace has a cap',
    'a token works more than ten times within the grace',
    REFRESH,
    'const LATE_USES_MAX = 10',
    'const LATE_USES_MAX = 1_000',
  ),
  without(
    'there is a grace',
    'a host that refreshes in parallel is logged out',
    REFRESH,
    'const LATE_USES_MAX = 10',
    'const LATE_USES_MAX = 0',
  ),
  without(
    'a token has one successor',
    'a replaced token has several successors',
    REFRESH,
    'const salt = token.salt ?? randomBytes(32)',
    'const salt = randomBytes(32)',
  ),
  without(
    'of several refreshes at once the others wait for the first',
    'a replaced token has several successors',
    'access/oauth/end-consent.ts',
    ' for update of k`',
    '`',
  ),
]

export const defencesOfAudience: Defence[] = [
  without(
    'tokens are taken at /mcp alone',
    'a token is answered 200 at /api/gen/credits',
    'edge/http/open-http.ts',
    'endpoint.tokens ? resolveBearer : resolveCaller',
    'resolveCaller ? resolveBearer : resolveCaller',
  ),
  without(
    'a request names the resource',
    'a token for https://other.example/mcp may be asked for',
    'access/oauth/read-authorization.ts',
    `if (!isResource(fields.get('resource'), resource))`,
    `if (resource === '')`,
  ),
  without(
    'an exchange names the same one',
    'a code was exchanged for another resource',
    'access/oauth/exchange-token.ts',
    'if (body.resource !== undefined && !isResource(body.resource, resource))',
    `if (!isResource || resource === '')`,
  ),
]

export const defencesOfDiscovery: Defence[] = [
  without(
    'the challenge leads to the metadata',
    'the challenge is',
    'access/oauth/oauth-metadata.ts',
    `resource_metadata="\${metadata}", `,
    `metadata="\${metadata}", `,
  ),
  without(
    'keys have a path without discovery',
    '/mcp/key leads to OAuth',
    'edge/http/open-http.ts',
    'endpoint.tokens && ',
    '',
  ),
  without(
    'unknown documents are no pages',
    'there is a document at',
    'edge/dashboard/answer-page.ts',
    String.raw`|mcp|\.well-known)`,
    '|mcp)',
  ),
]
