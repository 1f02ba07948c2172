import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('only /mcp has a document: with one for /mcp/key or the origin, hosts would ignore a key', async () => {
  const paths = ['/oauth-protected-resource', '/oauth-protected-resource/mcp/key', '/openid-configuration']
  for (const path of [...paths, '/oauth-authorization-server/mcp', '/nothing']) {
    // As a browser asks, too: an unknown document is never a page.
    for (const accept of ['application/json', 'text/html']) {
      const answer = await system().call('GET', `/.well-known${path}`, { headers: { accept } })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
  }
})

test('it needs no key, and a wrong one does no harm', async () => {
  const path = '/.well-known/oauth-protected-resource/mcp'
  expect((await system().call('GET', path, { key: 'hsk_wrong' })).status).toBe(200)
})
