import {
  AUTHORIZE_PATH,
  type AuthorizationServer,
  endpoints,
  MCP_PATH,
  type ProtectedResource,
  scopes,
} from '@atelier/contract'

/** The address that tokens are made for. Clients compare it letter by letter. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}${MCP_PATH}`

export const describeResource = (publicUrl: string): ProtectedResource => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: [...scopes],
  bearer_methods_supported: ['header'],
  resource_name: 'Atelier',
  resource_documentation: `${publicUrl}${endpoints.readDocs.path}`,
})

export const describeServer = (publicUrl: string): AuthorizationServer => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${AUTHORIZE_PATH}`,
  token_endpoint: `${publicUrl}${endpoints.exchangeToken.path}`,
  revocation_endpoint: `${publicUrl}${endpoints.revokeToken.path}`,
  registration_endpoint: `${publicUrl}${endpoints.registerClient.path}`,
  scopes_supported: [...scopes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${publicUrl}${endpoints.readDocs.path}`,
})

/**
 * The header of a 401 that leads a client to the metadata. Absolute, because some hosts ignore a relative
 * address. `hasToken`: one was sent, and it is not valid any more.
 */
export function challengeOf(publicUrl: string, hasToken: boolean): Record<string, string> {
  const metadata = `${publicUrl}${endpoints.readProtectedResource.path}`
  const error = hasToken ? 'error="invalid_token", ' : ''
  return {
    'www-authenticate': `Bearer ${error}resource_metadata="${metadata}", scope="${scopes.join(' ')}"`,
  }
}
