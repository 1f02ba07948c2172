import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const accept = 'text/html'

test('it needs no key, does not check a key that is sent, and sets no cookie', async () => {
  const { call } = system()
  const [open, keyed] = await Promise.all([call('GET', '/'), call('GET', '/', { key: 'hsk_half' })])
  expect([open.status, keyed.status]).toEqual([200, 200])
  expect(keyed.body).toEqual(open.body)
  expect(keyed.headers.has('set-cookie')).toBe(false)
})

test('the page runs only files of our own, and cannot be framed', async () => {
  const { headers } = await system().call('GET', '/studio', { headers: { accept } })
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
    expect(policy).toContain(rule)
  expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).toContain("base-uri 'none'; form-action 'none'")
  expect(policy).not.toMatch(/unsafe|\*|data:/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('referrer-policy')).toBe('same-origin')
})

test('nothing in a request changes the page', async () => {
  const headers = { accept, 'x-forwarded-host': 'other.example', origin: 'https://other.example' }
  const { call } = system()
  const [plain, odd] = await Promise.all([
    call('GET', '/', { headers: { accept } }),
    call('GET', '/?next=//other.example', { headers }),
  ])
  expect(odd.body).toBe(plain.body)
  expect(odd.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'))
})

test('no path reaches a file on the disk', async () => {
  for (const path of ['/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/.env', '/studio%00'])
    expect((await system().call('GET', path, { headers: { accept } })).status, path).toBe(404)
})

test('other methods are 404', async () => {
  for (const path of ['/', '/studio'])
    for (const method of ['POST', 'DELETE', 'PATCH'])
      expect((await system().call(method, path)).status).toBe(404)
})
