import { z } from 'zod'
import { idSchema } from './ids.ts'
import { Key, KeyBody, scopes } from './keys.ts'
import { URL_CHARACTERS } from './limits.ts'
import { message } from './text.ts'

/** The address that tokens open, after the origin of the service. */
export const MCP_PATH = '/mcp'
/** The page on which an owner allows a client something. */
export const AUTHORIZE_PATH = '/oauth/authorize'

/** Longer requests do not fit into an address. */
const REQUEST_CHARACTERS = 6_000
export const REDIRECTS_PER_CLIENT = 10
export const CLIENT_NAME_CHARACTERS = 80

const url = () => z.string().max(URL_CHARACTERS)
const secret = (prefix: string) =>
  z
    .string()
    .max(100)
    .meta({ example: `${prefix}00${'x'.repeat(43)}000000` })

export const ProtectedResource = z
  .object({
    resource: url(),
    authorization_servers: z.array(url()),
    scopes_supported: z.array(z.enum(scopes)),
    bearer_methods_supported: z.array(z.literal('header')),
    resource_name: z.string(),
    resource_documentation: url(),
  })
  .meta({ id: 'ProtectedResource', description: 'RFC 9728' })

export type ProtectedResource = z.infer<typeof ProtectedResource>

export const AuthorizationServer = z
  .object({
    issuer: url(),
    authorization_endpoint: url(),
    token_endpoint: url(),
    revocation_endpoint: url(),
    registration_endpoint: url(),
    scopes_supported: z.array(z.enum(scopes)),
    response_types_supported: z.array(z.literal('code')),
    response_modes_supported: z.array(z.literal('query')),
    grant_types_supported: z.array(z.enum(['authorization_code', 'refresh_token'])),
    token_endpoint_auth_methods_supported: z.array(z.literal('none')),
    revocation_endpoint_auth_methods_supported: z.array(z.literal('none')),
    code_challenge_methods_supported: z.array(z.literal('S256')),
    client_id_metadata_document_supported: z.literal(true),
    authorization_response_iss_parameter_supported: z.literal(true),
    service_documentation: url(),
  })
  .meta({ id: 'AuthorizationServer', description: 'RFC 8414' })

export type AuthorizationServer = z.infer<typeof AuthorizationServer>

/** Of a metadata document and of a registration. What else is in it is ignored. */
export const ClientMetadata = z
  .object({
    client_name: z.string().max(200).optional().meta({ example: 'Claude' }),
    redirect_uris: z
      .array(z.string().max(URL_CHARACTERS))
      .min(1)
      .max(REDIRECTS_PER_CLIENT)
      .meta({ example: ['https://client.example/callback'] }),
  })
  .meta({ id: 'ClientMetadata', description: 'RFC 7591; other fields are ignored' })

export type ClientMetadata = z.infer<typeof ClientMetadata>

export const RegisteredClient = z
  .object({
    client_id: idSchema('client'),
    client_id_issued_at: z.int(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.enum(['authorization_code', 'refresh_token'])),
    response_types: z.array(z.literal('code')),
    token_endpoint_auth_method: z.literal('none'),
  })
  .meta({ id: 'RegisteredClient' })

export type RegisteredClient = z.infer<typeof RegisteredClient>

export const TokenBody = z
  .object({
    grant_type: z.enum(['authorization_code', 'refresh_token']),
    client_id: url().min(1),
    code: secret('hsc_').optional(),
    redirect_uri: url().optional(),
    code_verifier: z
      .string()
      .regex(/^[\w.~-]{43,128}$/)
      .optional(),
    refresh_token: secret('hsr_').optional(),
    resource: url().optional(),
    scope: z.string().max(200).optional(),
  })
  .meta({ id: 'TokenBody', description: 'With `code`: also `redirect_uri` and `code_verifier`' })

export type TokenBody = z.infer<typeof TokenBody>

export const TokenAnswer = z
  .object({
    access_token: secret('hsa_'),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    refresh_token: secret('hsr_'),
    scope: z.string(),
  })
  .meta({ id: 'TokenAnswer' })

export type TokenAnswer = z.infer<typeof TokenAnswer>

export const RevocationBody = z
  .object({ token: z.string().max(200), token_type_hint: z.string().max(50).optional() })
  .meta({ id: 'RevocationBody', description: 'RFC 7009; ends the whole consent' })

export const ConsentQuery = z
  .object({
    request: z.string().min(1).max(REQUEST_CHARACTERS).meta({
      description: 'What stands behind the `?` of the address that the client opened',
      example: 'response_type=code&client_id=...',
    }),
  })
  .meta({ id: 'ConsentQuery' })

export const clientWarnings = ['loopback', 'unverified', 'look_alike', 'other_host'] as const
export type ClientWarning = (typeof clientWarnings)[number]

export const AskedConsent = z
  .object({
    client: z.object({
      id: z.string(),
      name: z.string().meta({ description: 'What it calls itself' }),
      host: z.string().meta({ description: 'Where it receives its codes', example: 'claude.ai' }),
      verifiedHost: z.string().nullable().meta({
        description: 'The host of its document, which vouches for it; null: it registered itself',
        example: 'claude.ai',
      }),
    }),
    warnings: z.array(z.enum(clientWarnings)).meta({
      description:
        '`loopback`: a program on this computer; `unverified`: it registered itself; `look_alike`: its ' +
        'name is like that of a known client of another host; `other_host`: codes go to another host than ' +
        'its document',
    }),
    scopes: z.array(z.enum(scopes)),
  })
  .meta({ id: 'AskedConsent' })

export type AskedConsent = z.infer<typeof AskedConsent>

export const AskedConsentAnswer = z.object({ asked: AskedConsent })

const { mode, dailyCreditLimit, perJobCreditLimit } = KeyBody.shape

export const ConsentBody = ConsentQuery.extend({
  decision: z.enum(['allow', 'refuse']),
  scopes: KeyBody.shape.scopes,
  mode,
  dailyCreditLimit,
  perJobCreditLimit,
}).meta({ id: 'ConsentBody' })

export type ConsentBody = z.infer<typeof ConsentBody>

export const ConsentAnswer = z.object({
  key: Key.nullable().meta({ description: 'The consent; null after a refusal' }),
  redirectTo: z.string().meta({ description: 'Where the browser goes next: back to the client' }),
  message,
})
