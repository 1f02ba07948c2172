import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('nothing weaker than codes with S256 is offered, and answers name their issuer', async () => {
  const { body } = await system().call('GET', '/.well-known/oauth-authorization-server')
  expect(body).toMatchObject({
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    authorization_response_iss_parameter_supported: true,
  })
})
