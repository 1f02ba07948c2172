import { z } from 'zod'
import {
  AskedConsentAnswer,
  AuthorizationServer,
  ClientMetadata,
  ConsentAnswer,
  ConsentBody,
  ConsentQuery,
  ProtectedResource,
  RegisteredClient,
  RevocationBody,
  TokenAnswer,
  TokenBody,
} from '../oauth.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const open = { auth: 'open', chapter: 'OAuth' } as const
const withSession = { auth: 'session', chapter: 'OAuth', limit: 'writes', method: 'POST' } as const

/** For hosts that take no keys. Tokens open `/mcp` and nothing else. */
export const oauth = {
  readProtectedResource: {
    ...open,
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    summary: 'What opens `/mcp`, and who gives it out',
    answer: json(200, 'The metadata', ProtectedResource),
  },
  readAuthorizationServer: {
    ...open,
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'How tokens are asked for',
    answer: json(200, 'The metadata', AuthorizationServer),
  },
  registerClient: {
    ...open,
    method: 'POST',
    path: '/oauth/register',
    summary:
      'Register a client that has no metadata document; forgotten after a day unless an owner allows it',
    body: ClientMetadata,
    answer: json(201, 'The client', RegisteredClient),
    refusals: [...badBody, 'rate_limited'],
  },
  exchangeToken: {
    ...open,
    method: 'POST',
    path: '/oauth/token',
    summary: 'Exchange a code or a refresh token for an access token of one hour and the next refresh token',
    encoded: TokenBody,
    answer: json(200, 'The tokens', TokenAnswer),
    refusals: ['unauthorized', 'body_too_large', 'rate_limited'],
  },
  revokeToken: {
    ...open,
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'End a consent by one of its tokens; unknown tokens are answered alike',
    encoded: RevocationBody,
    answer: json(200, 'It has ended', z.object({})),
    refusals: ['body_too_large', 'rate_limited'],
  },
  readAskedConsent: {
    ...withSession,
    path: '/api/account/consents/review',
    summary: 'Read what a client asks for, before you allow it',
    body: ConsentQuery,
    answer: json(200, 'What the client asks for', AskedConsentAnswer),
    refusals: badBody,
  },
  giveConsent: {
    ...withSession,
    path: '/api/account/consents',
    summary: 'Allow or refuse what a client asks for; allowing needs a log-in of the last 15 minutes',
    body: ConsentBody,
    answer: json(201, 'Where the browser goes next', ConsentAnswer),
    refusals: [...badBody, 'key_limit_reached'],
  },
} as const satisfies Record<string, Endpoint>
