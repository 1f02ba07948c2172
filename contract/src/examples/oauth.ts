import type { oauth } from '../endpoints/oauth.ts'
import { exampleId } from '../ids.ts'
import { type Key, scopes } from '../keys.ts'
import type { ExamplesOf } from './example.ts'
import { at, EXAMPLE_URL, ids } from './example-records.ts'

const CLIENT = 'https://client.example/oauth/metadata.json'
const CALLBACK = 'https://client.example/callback'
/** As it stands in the query of another address. */
const ISSUER = encodeURIComponent(EXAMPLE_URL)
const all = [...scopes]
const secretOf = (prefix: string) => `${prefix}00${'x'.repeat(43)}000000`

const request = new URLSearchParams({
  response_type: 'code',
  client_id: CLIENT,
  redirect_uri: CALLBACK,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  resource: `${EXAMPLE_URL}/mcp`,
  scope: 'read generate',
  state: 'af0ifjsldkj',
}).toString()

const consent: Key = {
  id: ids.key,
  name: 'Claude',
  prefix: 'hsa_',
  scopes: ['read', 'generate'],
  mode: 'live',
  dailyCreditLimit: 4_000,
  perJobCreditLimit: null,
  testMix: null,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  createdAt: at('12:00:00'),
  client: { id: CLIENT, host: 'client.example' },
}

export const oauthExamples = {
  readProtectedResource: {
    answer: {
      resource: `${EXAMPLE_URL}/mcp`,
      authorization_servers: [EXAMPLE_URL],
      scopes_supported: all,
      bearer_methods_supported: ['header'],
      resource_name: 'Atelier',
      resource_documentation: `${EXAMPLE_URL}/docs`,
    },
  },
  readAuthorizationServer: {
    answer: {
      issuer: EXAMPLE_URL,
      authorization_endpoint: `${EXAMPLE_URL}/oauth/authorize`,
      token_endpoint: `${EXAMPLE_URL}/oauth/token`,
      revocation_endpoint: `${EXAMPLE_URL}/oauth/revoke`,
      registration_endpoint: `${EXAMPLE_URL}/oauth/register`,
      scopes_supported: all,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${EXAMPLE_URL}/docs`,
    },
  },
  registerClient: {
    body: { client_name: 'Claude', redirect_uris: [CALLBACK] },
    answer: {
      client_id: exampleId('client'),
      client_id_issued_at: 1_794_571_200,
      client_name: 'Claude',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  },
  exchangeToken: {
    encoded: {
      grant_type: 'authorization_code',
      client_id: CLIENT,
      code: secretOf('hsc_'),
      redirect_uri: CALLBACK,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      resource: `${EXAMPLE_URL}/mcp`,
    },
    answer: {
      access_token: secretOf('hsa_'),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: secretOf('hsr_'),
      scope: 'read generate',
    },
  },
  revokeToken: { encoded: { token: secretOf('hsr_') }, answer: {} },
  readAskedConsent: {
    body: { request },
    answer: {
      asked: {
        client: { id: CLIENT, name: 'Claude', host: 'client.example', verifiedHost: 'client.example' },
        warnings: ['look_alike'],
        scopes: ['read', 'generate'],
      },
    },
  },
  giveConsent: {
    body: { request, decision: 'allow', scopes: ['read', 'generate'], dailyCreditLimit: 4_000 },
    answer: {
      key: consent,
      redirectTo: `${CALLBACK}?code=${secretOf('hsc_')}&state=af0ifjsldkj&iss=${ISSUER}`,
      message: 'Allowed. Claude is waiting for you.',
    },
  },
} as const satisfies ExamplesOf<typeof oauth>
