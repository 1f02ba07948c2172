import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the document needs no key and names neither the callback nor internal addresses', async () => {
  const { status, body } = await system().call('GET', '/openapi.json', { key: 'hsk_half' })
  expect(status).toBe(200)
  expect(Object.keys(body.paths).filter((path) => path.startsWith('/cb'))).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|localhost|postgres:/)
})
