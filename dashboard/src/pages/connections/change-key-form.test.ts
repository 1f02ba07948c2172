import { expect, test } from 'vitest'
import { type ChangeForm, readChange } from './change-key-form.ts'

const now = new Date('2026-11-17T12:00:00Z')
const form: ChangeForm = { name: ' night agent ', daily: '6,000', perJob: '', end: 'keep', endDate: '' }
const kept = { name: 'night agent', dailyCreditLimit: 6_000, perJobCreditLimit: null }

test('an end that stays is not sent', () => {
  expect(readChange(form, now)).toEqual({ body: kept })
})

test('a new end counts from now, and none is none', () => {
  expect(readChange({ ...form, end: 'week' }, now)).toEqual({
    body: { ...kept, expiresAt: '2026-11-24T12:00:00.000Z' },
  })
  expect(readChange({ ...form, end: 'never' }, now)).toEqual({ body: { ...kept, expiresAt: null } })
})

test('what is wrong is named', () => {
  const wrong = { name: ' ', daily: 'many', perJob: '1.5x', end: 'date', endDate: '2026-11-16' } as const
  expect(readChange(wrong, now)).toEqual({ wrong: ['name', 'daily', 'perJob', 'endDate'] })
  expect(readChange({ ...form, end: 'date' }, now)).toEqual({ wrong: ['endDate'] })
})
