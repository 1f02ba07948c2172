import { expect, test } from 'vitest'
import { allScopes, type KeyForm, readKeyForm } from './new-key-form.ts'

const now = new Date('2026-11-17T12:00:00Z')
const form: KeyForm = {
  name: ' weekend agent ',
  mode: 'live',
  outcomes: 'mixed',
  daily: '6,000',
  perJob: '1600',
  scopes: allScopes,
  end: 'never',
  endDate: '',
}

test('what was typed becomes the body of the request', () => {
  expect(readKeyForm(form, now)).toEqual({
    body: {
      name: 'weekend agent',
      mode: 'live',
      scopes: allScopes,
      dailyCreditLimit: 6_000,
      perJobCreditLimit: 1_600,
      expiresAt: null,
      testMix: null,
    },
  })
})

test('a test key whose jobs may fail gets the mix that the help names, a live key never', () => {
  expect(readKeyForm({ ...form, mode: 'test' }, now)).toMatchObject({
    body: { mode: 'test', testMix: { seed: 1, percent: { fail: 10, slow: 10, hang: 5 } } },
  })
  expect(readKeyForm({ ...form, mode: 'test', outcomes: 'well' }, now)).toMatchObject({
    body: { testMix: null },
  })
})

test('an empty ceiling is none, and 0 is a ceiling', () => {
  expect(readKeyForm({ ...form, daily: '', perJob: '0' }, now)).toMatchObject({
    body: { dailyCreditLimit: null, perJobCreditLimit: 0 },
  })
})

test('an end in 7 days is exactly that', () => {
  expect(readKeyForm({ ...form, end: 'week' }, now)).toMatchObject({
    body: { expiresAt: '2026-11-24T12:00:00.000Z' },
  })
})

test('a chosen day counts to its end, where the reader is', () => {
  const read = readKeyForm({ ...form, end: 'date', endDate: '2026-12-31' }, now)
  expect(read).toMatchObject({ body: { expiresAt: new Date(2026, 11, 31, 23, 59, 59).toISOString() } })
})

test.each<[string, Partial<KeyForm>]>([
  ['name', { name: '  ' }],
  ['daily', { daily: 'many' }],
  ['perJob', { perJob: '-1' }],
  ['scopes', { scopes: [] }],
  ['endDate', { end: 'date', endDate: '' }],
  ['endDate', { end: 'date', endDate: '2026-11-16' }],
])('a wrong %s is named', (name, change) => {
  expect(readKeyForm({ ...form, ...change }, now)).toEqual({ wrong: [name] })
})
