import { expect, test } from 'vitest'
import { consequenceOf, type ErrorClass, failureOf } from '../../src/platform/providers/index.ts'

test.each<[ErrorClass, string, string, boolean]>([
  ['moderation', 'content_rejected', 'provider_rejected', false],
  ['invalid_input', 'provider_error', 'provider_rejected', false],
  ['input_unreachable', 'reference_unusable', 'provider_rejected', false],
  ['quota', 'provider_error', 'provider_unavailable', false],
  ['auth', 'provider_error', 'provider_unavailable', false],
  ['rate', 'provider_error', 'provider_unavailable', true],
  ['provider_transient', 'provider_error', 'provider_unavailable', true],
  ['provider_failed', 'provider_error', 'provider_unavailable', false],
  ['timeout', 'timeout', 'provider_unavailable', false],
  ['expired', 'storage_failed', 'provider_unavailable', false],
  ['unknown', 'provider_error', 'provider_unavailable', false],
])('%s: %s, %s, sent again: %s', (errorClass, errorCode, refusal, isTemporary) => {
  expect(consequenceOf(errorClass)).toMatchObject({ errorCode, refusal, isTemporary })
})

test('what a provider says about our account is not told to callers', () => {
  for (const errorClass of ['auth', 'quota'] as const)
    expect(failureOf({ class: errorClass, message: 'User is locked' }).message).not.toContain('locked')
  expect(failureOf({ class: 'moderation', message: 'Not allowed' }).message).toBe('Not allowed')
})
