import { RegisteredClient } from '@atelier/contract'
import { expect, test } from 'vitest'
import { registerClient } from '../../src/edge/routes/oauth-register.post.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { randomNetworkAddress } from './test-entry-security.ts'

const system = useSharedSystem()
const url = useOwnApi([registerClient], { TRUST_PROXY: 'loopback' })
const register = (body: object) =>
  system().call('POST', `${url()}/oauth/register`, {
    headers: { 'x-forwarded-for': randomNetworkAddress() },
    body,
  })

test('a client gets an id, and is public whatever it asks for', async () => {
  const asked = {
    client_name: ' Cursor\u200b ',
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_post',
    redirect_uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.example/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
  }
  const { status, body } = await register(asked)
  expect(status).toBe(201)
  expect(RegisteredClient.parse(body)).toMatchObject({
    client_name: 'Cursor',
    redirect_uris: asked.redirect_uris,
    token_endpoint_auth_method: 'none',
  })
  expect(body.client_secret).toBeUndefined()
})

test.each([
  [{ redirect_uris: [] }, 'invalid_redirect_uri'],
  [{}, 'invalid_redirect_uri'],
  [{ redirect_uris: ['http://client.example/'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['https://client.example/#x'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: Array(11).fill('https://client.example/') }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['https://client.example/'], client_name: 7 }, 'invalid_client_metadata'],
])('%j is answered 400 in the words of OAuth', async (body, error) => {
  const answer = await register(body)
  expect([answer.status, answer.body.error, answer.body.code]).toEqual([400, error, 'invalid_request'])
  expect(answer.body.error_description).toMatch(/\.$/)
})
