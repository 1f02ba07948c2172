import { AuthorizationServer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the issuer is the address that the document was found under, letter for letter', async () => {
  const { call, baseUrl } = system()
  const { status, body } = await call('GET', '/.well-known/oauth-authorization-server')
  expect(status).toBe(200)
  expect(AuthorizationServer.parse(body)).toEqual(body)
  expect(body.issuer).toBe(baseUrl)
  for (const name of ['authorization', 'token', 'revocation', 'registration'])
    expect(body[`${name}_endpoint`]).toMatch(`${baseUrl}/oauth/`)
})

test('the page of the owner is where the document says', async () => {
  const { call } = system()
  const { body } = await call('GET', '/.well-known/oauth-authorization-server')
  const page = await fetch(body.authorization_endpoint, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
