import type { Defence } from '../../harness/attacks/index.ts'

const CODE = 'access/oauth/exchange-code.ts'
const REQUEST = 'access/oauth/read-authorization.ts'
const REDIRECT = 'access/oauth/redirect-uri.ts'

type Change = [file: string, from: string, to: string]

const without = (name: string, sign: string, ...[file, from, to]: Change): Defence => ({
  name,
  sign,
  mutations: [{ file, from, to }],
})

export const defencesOfReuse: Defence[] = [
  without(
    'a code is used once',
    'a code worked twice',
    CODE,
    'if (code.used) {',
    'if (code.used && !code) {',
  ),
  without(
    'a second use ends the consent',
    'the access token of a reused code still works',
    CODE,
    '    await endConsent(tx, keyId)\n',
    '    void endConsent\n',
  ),
  without(
    'of several uses at once the others wait for the first',
    'uses at once got tokens',
    'access/oauth/end-consent.ts',
    ' for update of k`',
    '`',
  ),
  without(
    'a code lives for a minute',
    'a code works after its minute',
    CODE,
    'if (!code || code.expired) return undefined',
    'if (!code) return undefined',
  ),
]

export const defencesOfInjection: Defence[] = [
  without(
    'a code belongs to a client',
    'another client exchanged a code',
    CODE,
    '!found || found.client_id !== body.client_id',
    '!found',
  ),
  without(
    'a code belongs to a verifier',
    'a code was exchanged with another verifier',
    CODE,
    `createHash('sha256').update(verifier).digest('base64url') === challenge`,
    `createHash('sha256').update(verifier).digest('base64url') !== ''`,
  ),
  without(
    'a code belongs to an address',
    'a code was exchanged for another address',
    CODE,
    'code.redirect_uri !== body.redirect_uri || ',
    '',
  ),
]

export const defencesOfChallenge: Defence[] = [
  without(
    'only S256',
    'the method plain was allowed',
    REQUEST,
    `if (fields.get('code_challenge_method') !== 'S256')`,
    `if (fields.get('code_challenge_method') === 'S512')`,
  ),
  without(
    'a challenge is required',
    'an empty challenge was allowed',
    REQUEST,
    `if (!CHALLENGE.test(fields.get('code_challenge') ?? ''))`,
    `if (!CHALLENGE)`,
  ),
  without(
    'a verifier is required',
    'a code was exchanged without a verifier',
    CODE,
    '  verifier !== undefined &&',
    '  verifier === undefined ||',
  ),
  without(
    'only codes',
    'an implicit answer was allowed',
    REQUEST,
    `if (fields.get('response_type') !== 'code')`,
    `if (fields.get('response_type') === '')`,
  ),
]

export const defencesOfMixUp: Defence[] = [
  without(
    'answers name their issuer',
    'a code names no issuer',
    REQUEST,
    '{ ...answer, state, iss: publicUrl }',
    '{ ...answer, state, ...(publicUrl ? {} : { iss: publicUrl }) }',
  ),
  without(
    'answers return the state',
    'lost the state',
    REQUEST,
    '{ ...answer, state, iss',
    '{ ...answer, iss',
  ),
  without(
    'the issuer is ours',
    'the issuer is',
    'access/oauth/oauth-metadata.ts',
    'issuer: publicUrl,',
    `issuer: \`\${publicUrl}/\`,`,
  ),
]

export const defencesOfRedirects: Defence[] = [
  without(
    'an address is compared whole',
    'a code would go to https://client.example/callback/',
    REDIRECT,
    'if (own.includes(text)) return true',
    'if (own.some((one) => text.startsWith(one))) return true',
  ),
  without(
    'an address is one of the client',
    'a code would go to https://evil.example/callback',
    REQUEST,
    'if (!redirect || !isRedirectOf(client.redirectUris, redirectUri))',
    'if (!redirect || !isRedirectOf)',
  ),
  without(
    'only the port of a loopback address is free',
    'a code would go to http://localhost:9/other',
    REDIRECT,
    'return first.href === second.href',
    'return first.protocol === second.protocol',
  ),
  without(
    'any port of a loopback address',
    'is locked out',
    REDIRECT,
    `given.kind === 'loopback' && own.some(`,
    `given.kind === 'app' && own.some(`,
  ),
  without(
    'each parameter once',
    'one of two addresses was chosen',
    REQUEST,
    `if (fields.has(name)) throw`,
    `if (fields.has(name) && name === 'x') throw`,
  ),
]

export const defencesOfSchemes: Defence[] = [
  without(
    'schemes of programs are a list',
    'javascript:alert(document.cookie) was registered',
    REDIRECT,
    `if (APP_SCHEMES.has(url.protocol) || REVERSED_DOMAIN.test(url.protocol)) return { kind: 'app', url }\n`,
    `if (url.protocol !== 'http:') return { kind: 'app', url }\n`,
  ),
  without(
    'http only on loopback addresses',
    'http://client.example/callback was registered',
    REDIRECT,
    `return isLoopback ? { kind: 'loopback', url } : undefined`,
    `return { kind: 'loopback', url }`,
  ),
  without(
    'no fragment',
    'https://client.example/callback#code was registered',
    REDIRECT,
    `text.includes('#') || `,
    '',
  ),
  without(
    'no user in an address',
    'https://user:secret@client.example/callback was registered',
    REDIRECT,
    `url.username !== '' || url.password !== ''`,
    `url.username === undefined`,
  ),
]

export const defencesOfOpenRedirects: Defence[] = [
  without(
    'a foreign address is never named',
    'leads to evil.example',
    REQUEST,
    `throw wrongField('redirect_uri', 'This client has not named the address that the answer would go to.')`,
    `throw new Refusal('invalid_request', 'x', { redirectTo: redirectUri })`,
  ),
  without(
    'an unknown client is asked first',
    'an unknown client leads to evil.example',
    REQUEST,
    `throw wrongField('client_id', 'This client is not known here, or its document cannot be read.')`,
    `throw new Refusal('invalid_request', 'x', { redirectTo: fields.get('redirect_uri') })`,
  ),
]
