import { expect, test } from 'vitest'
import { writeChanges } from './changes.ts'

test('what was changed is written for people: names, thousands, lists, and what is not set', () => {
  const changes = { mode: 'live', scopes: ['read', 'generate'], dailyCreditLimit: 6_000, expiresAt: null }
  expect(writeChanges(changes, { dailyCreditLimit: 'daily ceiling' })).toBe(
    'mode: live, scopes: read + generate, daily ceiling: 6,000, expiresAt: –',
  )
  expect(writeChanges({}, {})).toBe('')
})
