import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('it needs no key, does not check a key that is sent, and sets no cookie', async () => {
  const { call } = system()
  const [open, keyed] = await Promise.all([call('GET', '/'), call('GET', '/', { key: 'hsk_half' })])
  expect([open.status, keyed.status]).toEqual([200, 200])
  expect(keyed.body).toEqual(open.body)
  expect(keyed.headers.has('set-cookie')).toBe(false)
})

test('nothing in a request changes where a browser is sent', async () => {
  const headers = {
    accept: 'text/html',
    'x-forwarded-host': 'other.example',
    origin: 'https://other.example',
  }
  const { status, headers: sent } = await system().call('GET', '/?next=//other.example', { headers })
  expect([status, sent.get('location')]).toEqual([302, '/docs'])
})

test('other methods are 404', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH'])
    expect((await system().call(method, '/')).status).toBe(404)
})
