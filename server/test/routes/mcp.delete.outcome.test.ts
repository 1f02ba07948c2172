import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('there is no session to end and no stream to open: 405 in JSON, and POST is allowed', async () => {
  for (const method of ['DELETE', 'GET']) {
    const { status, headers, body } = await system().call(method, '/mcp')
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null })
  }
  expect((await system().call('HEAD', '/mcp')).status).toBe(405)
})
