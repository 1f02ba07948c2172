import type { Defence } from '../../harness/attacks/index.ts'

const JUDGE = 'access/oauth/judge-client.ts'
const DOCUMENT = 'platform/fetching/fetch-document.ts'

type Change = [file: string, from: string, to: string]

const without = (name: string, sign: string, ...[file, from, to]: Change): Defence => ({
  name,
  sign,
  mutations: [{ file, from, to }],
})

export const defencesOfDeputy: Defence[] = [
  without(
    'a token belongs to a client',
    'another client refreshed a token',
    'access/oauth/refresh-tokens.ts',
    '!found || found.client_id !== body.client_id',
    '!found',
  ),
  without(
    'a consent has no secret',
    'a consent got the secret of a key',
    'access/identity/rotate-key.ts',
    'and client_id is null',
    '',
  ),
]

export const defencesOfForgery: Defence[] = [
  without(
    'consents come from our own pages',
    'another site gave a consent',
    'edge/http/authenticate-session.ts',
    'if (!SAFE_METHODS.includes(method)) refuseOtherSites(headers, config.publicUrl, endpoint)',
    'void [SAFE_METHODS, method, refuseOtherSites, config]',
  ),
  without(
    'a consent needs a fresh log-in',
    'an unattended browser gave a consent',
    'edge/routes/account-consents.post.ts',
    `if (decided.decision === 'allow') requireFreshPassword(session)`,
    'void requireFreshPassword',
  ),
]

export const defencesOfScopes: Defence[] = [
  without(
    'only what was asked for',
    'more was allowed than asked for',
    'access/oauth/give-consent.ts',
    'if (!body.scopes.every((scope) => asked.scopes.includes(scope)))',
    'if (!body.scopes)',
  ),
]

export const defencesOfNames: Defence[] = [
  without(
    'known names at other hosts',
    'Claude is shown without a warning',
    JUDGE,
    'isLookAlike(name, one) || ',
    '',
  ),
  without(
    'letters that look alike',
    'Cl\u0430ud\u0435 is shown without a warning',
    JUDGE,
    'SIMILAR.get(letter) ?? letter',
    'letter',
  ),
  without(
    'names with a slip of the pen',
    'Cluade is shown without a warning',
    JUDGE,
    'together.includes(known) || words.some((one) => isNear(one, known))',
    'together.includes(known) || (words.length === 0 && isNear(known, known))',
  ),
  without(
    'programs on this computer',
    'a program on this computer is shown without a warning',
    JUDGE,
    `...(isLocal ? (['loopback'] as const) : []),`,
    '',
  ),
  without(
    'codes for another host',
    'codes go to another host than the document without a warning',
    JUDGE,
    `...(isElsewhere ? (['other_host'] as const) : []),`,
    '',
  ),
  without(
    'a name is one visible line',
    'a name is',
    'access/oauth/client.ts',
    String.raw`cleanText(name).replaceAll(/\s+/g, ' ')`,
    'name',
  ),
]

export const defencesOfRegistration: Defence[] = [
  without(
    'registrations of a network in a minute',
    'registrations of a network in a minute',
    'edge/routes/oauth-register.post.ts',
    'const REGISTRATIONS_PER_NETWORK = 10',
    'const REGISTRATIONS_PER_NETWORK = 10_000',
  ),
  without(
    'unused clients of a network',
    'a network has 51 unused clients',
    'access/oauth/register-client.ts',
    'const CLIENTS_PER_NETWORK = 50',
    'const CLIENTS_PER_NETWORK = 50_000',
  ),
  without(
    'unused clients in all',
    'unused clients are kept',
    'access/oauth/register-client.ts',
    'const CLIENTS_IN_ALL = 5_000',
    'const CLIENTS_IN_ALL = 5_000_000',
  ),
]

export const defencesOfDocuments: Defence[] = [
  {
    name: 'documents are on public addresses',
    sign: 'a document was fetched from our own network',
    mutations: [
      {
        file: 'platform/fetching/open-connection.ts',
        from: 'addresses.length === 0 || !addresses.every(isPublic)',
        to: 'addresses.length === 0 || !isPublic',
      },
    ],
  },
  without(
    'a document is at its own address',
    'a redirect of a document was followed',
    DOCUMENT,
    `if (response.statusCode !== 200) throw new UnusableAddress('status')`,
    `if (response.statusCode === 302)
        return fetchDocument(String(response.headers.location), context, closing)`,
  ),
  without(
    'a document names its client',
    'a document of another client is taken',
    'access/oauth/find-client.ts',
    'if ((document as { client_id?: unknown } | null)?.client_id !== id) return undefined',
    '',
  ),
  without('a document is small', 'a document of 100 KB is read', DOCUMENT, '16 * 1024', '16_000 * 1024'),
  without(
    'a document is JSON',
    'a page is taken as a document',
    DOCUMENT,
    `if (!isJson(response.headers['content-type'])) throw new UnusableAddress('not_json')`,
    'void isJson',
  ),
  without(
    'a document is kept',
    'a document was fetched 2 times',
    'platform/fetching/open-fetcher.ts',
    'if (kept !== undefined) return kept',
    'void kept',
  ),
]
