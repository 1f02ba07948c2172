import { FactorSecret } from '@atelier/contract'
import { expect, test } from 'vitest'
import { startFactor } from '../../src/edge/routes/account-factor.post.ts'
import { codeOf, switchOn } from '../authenticator.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const withoutKeys = useOwnApi([startFactor])

test('the secret is given as text and as the URI of a QR code', async () => {
  const { call, db } = system()
  const { headers, email } = await openSession(db)
  const { status, body } = await call('POST', '/api/account/factor', { headers })
  expect(status).toBe(201)
  const { secret, uri } = FactorSecret.parse(body)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(`otpauth://totp/Atelier:${encodeURIComponent(email)}?secret=${secret}&issuer=Atelier`)
})

test('a secret that was not confirmed is replaced, and one that was stays', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  const { headers } = visitor
  const first = (await call('POST', '/api/account/factor', { headers })).body.secret
  await call('POST', '/api/account/factor', { headers })
  const confirmed = { headers, body: { code: codeOf(first) } }
  expect((await call('POST', '/api/account/factor/confirm', confirmed)).status).toBe(401)
  await switchOn(system(), visitor)
  expect((await call('POST', '/api/account/factor', { headers })).status).toBe(404)
})

test('without a key in the settings there is no second factor', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const { status, body } = await call('POST', `${withoutKeys()}/api/account/factor`, { headers })
  expect([status, body.code]).toEqual([404, 'not_found'])
})
