import { expect, test } from 'vitest'
import { newConsentForm, readConsentForm } from './consent-form.ts'

const asked = {
  client: { id: 'cli_1', name: 'Night agent', host: 'client.example', verifiedHost: null },
  warnings: [],
  scopes: ['read' as const, 'cep' as const],
}

test('what the client asks for is chosen at first, with the ceilings of a new key', () => {
  expect(readConsentForm('a=1', 'allow', newConsentForm(asked))).toEqual({
    body: {
      request: 'a=1',
      decision: 'allow',
      scopes: ['read', 'cep'],
      mode: 'live',
      dailyCreditLimit: 6_000,
      perJobCreditLimit: 1_600,
    },
  })
})

test('nothing is allowed without a scope or with a ceiling that is no number', () => {
  const form = { scopes: [], mode: 'test' as const, daily: 'much', perJob: '-' }
  expect(readConsentForm('a=1', 'allow', form)).toEqual({ wrong: ['scopes', 'daily', 'perJob'] })
  expect(readConsentForm('a=1', 'refuse', form)).toMatchObject({ body: { decision: 'refuse' } })
})

test('an empty ceiling is none', () => {
  const form = { ...newConsentForm(asked), daily: '', perJob: ' ' }
  expect(readConsentForm('a=1', 'allow', form)).toMatchObject({
    body: { dailyCreditLimit: null, perJobCreditLimit: null },
  })
})
