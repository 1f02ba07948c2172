import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('only built files of known types are served, and nothing beside them', async () => {
  for (const name of [
    'notes.txt',
    '..%2findex.html',
    '%2e%2e%2findex.html',
    'page-1a2b3c4d.js.br',
    '.',
    '%00',
  ])
    expect((await system().call('GET', `/assets/${name}`)).status, name).toBe(404)
})

test('a file opened as a page runs nothing, and other sites cannot embed it', async () => {
  const { headers } = await system().call('GET', '/assets/page-1a2b3c4d.js')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  )
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('it needs no key, ignores one, and sets no cookie', async () => {
  const { status, headers } = await system().call('GET', '/assets/page-1a2b3c4d.js', { key: 'hsk_half' })
  expect([status, headers.has('set-cookie')]).toEqual([200, false])
})

test('other methods are 404', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH'])
    expect((await system().call(method, '/assets/page-1a2b3c4d.js')).status).toBe(404)
})
