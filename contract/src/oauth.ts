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
    resource: url().describe('The address that tokens open'),
    authorization_servers: z.array(url()).describe('Who gives tokens out: this service'),
    scopes_supported: z.array(z.enum(scopes)).describe('What can be asked for'),
    bearer_methods_supported: z.array(z.literal('header')).describe('How a token is sent'),
    resource_name: z.string().describe('The name of the service'),
    resource_documentation: url().describe('Where it is documented'),
  })
  .meta({ id: 'ProtectedResource', description: 'RFC 9728' })

export type ProtectedResource = z.infer<typeof ProtectedResource>

export const AuthorizationServer = z
  .object({
    issuer: url().describe('The address of this service'),
    authorization_endpoint: url().describe('The page on which the owner allows or refuses'),
    token_endpoint: url().describe('Where a code becomes tokens'),
    revocation_endpoint: url().describe('Where a consent is ended'),
    registration_endpoint: url().describe('Where a client registers'),
    scopes_supported: z.array(z.enum(scopes)).describe('What can be asked for'),
    response_types_supported: z.array(z.literal('code')).describe('Codes, and nothing else'),
    response_modes_supported: z
      .array(z.literal('query'))
      .describe('The code is in the query of the redirect'),
    grant_types_supported: z
      .array(z.enum(['authorization_code', 'refresh_token']))
      .describe('What the token endpoint takes'),
    token_endpoint_auth_methods_supported: z.array(z.literal('none')).describe('Clients have no secret'),
    revocation_endpoint_auth_methods_supported: z.array(z.literal('none')).describe('Clients have no secret'),
    code_challenge_methods_supported: z.array(z.literal('S256')).describe('PKCE is required'),
    client_id_metadata_document_supported: z
      .literal(true)
      .describe('The address of a metadata document can be the client id'),
    authorization_response_iss_parameter_supported: z
      .literal(true)
      .describe('The redirect names the issuer (RFC 9207)'),
    service_documentation: url().describe('Where it is documented'),
  })
  .meta({ id: 'AuthorizationServer', description: 'RFC 8414' })

export type AuthorizationServer = z.infer<typeof AuthorizationServer>

/** Of a metadata document and of a registration. What else is in it is ignored. */
export const ClientMetadata = z
  .object({
    client_name: z
      .string()
      .max(200)
      .optional()
      .meta({ example: 'Claude' })
      .describe('What the client calls itself'),
    redirect_uris: z
      .array(z.string().max(URL_CHARACTERS))
      .min(1)
      .max(REDIRECTS_PER_CLIENT)
      .meta({ example: ['https://client.example/callback'] })
      .describe('Where it may receive codes'),
  })
  .meta({ id: 'ClientMetadata', description: 'RFC 7591; other fields are ignored' })

export type ClientMetadata = z.infer<typeof ClientMetadata>

export const RegisteredClient = z
  .object({
    client_id: idSchema('client').describe('The id that it registered under'),
    client_id_issued_at: z.int().describe('When it registered, in seconds since 1970'),
    client_name: z.string().describe('What it calls itself'),
    redirect_uris: z.array(z.string()).describe('Where it may receive codes'),
    grant_types: z
      .array(z.enum(['authorization_code', 'refresh_token']))
      .describe('What it may send to the token endpoint'),
    response_types: z.array(z.literal('code')).describe('Codes, and nothing else'),
    token_endpoint_auth_method: z.literal('none').describe('It has no secret'),
  })
  .meta({ id: 'RegisteredClient' })

export type RegisteredClient = z.infer<typeof RegisteredClient>

export const TokenBody = z
  .object({
    grant_type: z.enum(['authorization_code', 'refresh_token']).describe('A code, or a refresh token'),
    client_id: url().min(1).describe('The client that asks'),
    code: secret('hsc_').optional().describe('The code from the redirect'),
    redirect_uri: url().optional().describe('The same as when the code was asked for'),
    code_verifier: z
      .string()
      .regex(/^[\w.~-]{43,128}$/)
      .optional()
      .describe('What the code challenge was made from (PKCE)'),
    refresh_token: secret('hsr_').optional().describe('The last refresh token; each works once'),
    resource: url().optional().describe('The address that the token opens'),
    scope: z.string().max(200).optional().describe('Ignored: the scopes are those that the owner allowed'),
  })
  .meta({ id: 'TokenBody', description: 'With `code`: also `redirect_uri` and `code_verifier`' })

export type TokenBody = z.infer<typeof TokenBody>

export const TokenAnswer = z
  .object({
    access_token: secret('hsa_').describe('Opens /mcp for an hour'),
    token_type: z.literal('Bearer').describe('Always Bearer'),
    expires_in: z.int().describe('Seconds until the access token ends'),
    refresh_token: secret('hsr_').describe('For the next access token; works once'),
    scope: z.string().describe('What was allowed, separated by spaces'),
  })
  .meta({ id: 'TokenAnswer' })

export type TokenAnswer = z.infer<typeof TokenAnswer>

export const RevocationBody = z
  .object({
    token: z.string().max(200).describe('An access token or a refresh token'),
    token_type_hint: z.string().max(50).optional().describe('Accepted and ignored'),
  })
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
    client: z
      .object({
        id: z.string().describe('The client id'),
        name: z.string().meta({ description: 'What it calls itself' }),
        host: z.string().meta({ description: 'Where it receives its codes', example: 'claude.ai' }),
        verifiedHost: z.string().nullable().meta({
          description: 'The host of its document, which vouches for it; null: it registered itself',
          example: 'claude.ai',
        }),
      })
      .describe('Who asks'),
    warnings: z.array(z.enum(clientWarnings)).meta({
      description:
        '`loopback`: a program on this computer; `unverified`: it registered itself; `look_alike`: its ' +
        'name is like that of a known client of another host; `other_host`: codes go to another host than ' +
        'its document',
    }),
    scopes: z.array(z.enum(scopes)).describe('What it asks for'),
  })
  .meta({ id: 'AskedConsent' })

export type AskedConsent = z.infer<typeof AskedConsent>

export const AskedConsentAnswer = z.object({ asked: AskedConsent.describe('What the client asks for') })

const { mode, dailyCreditLimit, perJobCreditLimit } = KeyBody.shape

export const ConsentBody = ConsentQuery.extend({
  decision: z.enum(['allow', 'refuse']).describe('What the owner decided'),
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
