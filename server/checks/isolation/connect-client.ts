import { createHash, randomBytes } from 'node:crypto'
import { type CallApi, sendRequest } from '../../harness/driver/index.ts'

const REDIRECT = 'https://client.example/callback'

/** A client of OAuth: allows it something for each user whose account it is given, and returns the token. */
export type ConnectClient = (account: CallApi) => Promise<string>

/** One client for all users: a network may register few. */
export async function registerClient(baseUrl: string): Promise<ConnectClient> {
  const body = { client_name: 'Night agent', redirect_uris: [REDIRECT] }
  const { client_id } = (await sendRequest({ baseUrl, headers: {} }, 'POST', '/oauth/register', { body }))
    .body
  return async (account) => {
    const code_verifier = randomBytes(32).toString('base64url')
    const request = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: REDIRECT,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${baseUrl}/mcp`,
    }).toString()
    const allowed = await account('POST', '/api/account/consents', { body: { request, decision: 'allow' } })
    const code = new URL(allowed.redirectTo).searchParams.get('code') ?? ''
    const fields = {
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: REDIRECT,
      code_verifier,
    }
    const answer = await sendRequest({ baseUrl, headers: {} }, 'POST', '/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      text: new URLSearchParams(fields).toString(),
    })
    if (answer.status !== 200) throw new Error(`a code was not exchanged: ${answer.text}`)
    return answer.body.access_token
  }
}
