import { ProtectedResource } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the document names the resource and the server that gives tokens out, absolutely', async () => {
  const { call, baseUrl } = system()
  const { status, body } = await call('GET', '/.well-known/oauth-protected-resource/mcp')
  expect(status).toBe(200)
  expect(ProtectedResource.parse(body)).toEqual(body)
  expect(body).toMatchObject({ resource: `${baseUrl}/mcp`, authorization_servers: [baseUrl] })
})
