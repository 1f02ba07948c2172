import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the endpoint needs no key, returns only the versions and names no server software', async () => {
  const { status, headers, body } = await system().call('GET', '/api/version', { key: 'hsk_half' })
  const names = ['clientSha256', 'clientVersion', 'guideVersion', 'version']
  expect([status, Object.keys(body).toSorted()]).toEqual([200, names])
  for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(headers.has(name)).toBe(false)
})
