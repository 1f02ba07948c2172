import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('a browser is redirected to the reference', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const { status, headers, body } = await system().call('GET', '/', { headers: { accept } })
  expect([status, headers.get('location'), body]).toEqual([302, '/docs', ''])
  expect(headers.get('vary')).toBe('accept')
})

test('any other client gets the paths of the documents, and each of them exists', async () => {
  const { call } = system()
  const { status, headers, body } = await call('GET', '/')
  expect([status, body]).toEqual([
    200,
    { service: 'Atelier', docs: '/docs', llms: '/llms.txt', openapi: '/openapi.json' },
  ])
  expect(headers.get('vary')).toBe('accept')
  for (const path of [body.docs, body.llms, body.openapi]) expect((await call('GET', path)).status).toBe(200)
})
