import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

// The text itself is read in documents/site.test.ts, where the documents are built.
test('where the documents were not built, the answer says so and is kept by nobody', async () => {
  const { status, body, headers } = await system().call('GET', '/llms-full.txt')
  expect([status, body.code]).toEqual([404, 'not_found'])
  expect(body.error).toBe('The documents of this service were not built.')
  expect(headers.get('cache-control')).toBe('no-store')
})
