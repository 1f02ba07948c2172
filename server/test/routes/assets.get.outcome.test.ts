import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const path = '/assets/page-1a2b3c4d.js'

test('a file of the dashboard may be kept for ever: its name changes with its content', async () => {
  const { status, headers, body } = await system().call('GET', path)
  expect([status, body.trim()]).toEqual([200, "document.title = 'built for the tests'"])
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['identity', null],
])('to %s it is sent as %s, and reads the same', async (accepted, encoding) => {
  const sent = { headers: { 'accept-encoding': accepted } }
  const { headers, body } = await system().call('GET', path, sent)
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.get('vary')).toContain('accept-encoding')
  expect(body.trim()).toBe("document.title = 'built for the tests'")
})

test('a known file is not sent again', async () => {
  const { headers } = await system().call('GET', path)
  const etag = headers.get('etag') ?? ''
  expect((await system().call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('an unknown file is 404', async () => {
  const { status, body } = await system().call('GET', '/assets/page-00000000.js')
  expect([status, body.code]).toEqual([404, 'not_found'])
})
