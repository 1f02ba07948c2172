import { expect, test } from 'vitest'
import { useSharedHouse } from '../shared-house.ts'

const house = useSharedHouse()

test('it is open to everybody, tells nothing else and names no program', async () => {
  const { status, headers, body } = await house().call('GET', '/api/version', { key: 'hsk_half' })
  expect([status, Object.keys(body).toSorted()]).toEqual([200, ['clientVersion', 'guideVersion', 'version']])
  for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(headers.has(name)).toBe(false)
})
