import { expect, test } from 'vitest'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the answer is the same for every key, so it says nothing about keys', async () => {
  const { apiKey } = await system().createUser()
  const answers = await Promise.all(
    [undefined, apiKey, newKeyText()].map((key) => system().call('DELETE', '/mcp', { ...(key && { key }) })),
  )
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
})
