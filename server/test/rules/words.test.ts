import { expect, test } from 'vitest'
import { readRange } from '../../src/edge/http/serve-range.ts'
import { cleanMessage } from '../../src/platform/providers/clean-message.ts'

test('addresses, ids and control characters are removed from provider messages, cut at 500', () => {
  expect(cleanMessage('render sim_0123456789abcdefABCDEF failed, see http://127.0.0.1:4190/v1/jobs/x')).toBe(
    'render failed',
  )
  expect(cleanMessage('task 550e8400-e29b-41d4-a716-446655440000 at localhost:99/x\u0000 broke')).toBe(
    'task at broke',
  )
  expect(cleanMessage('https://only.example/address')).toBe('The provider gave no reason')
  expect(cleanMessage('🍜'.repeat(600))).toBe('🍜'.repeat(500))
})

test.each([
  ['bytes=0-0', { kind: 'part', from: 0, to: 0 }],
  ['bytes=10-', { kind: 'part', from: 10, to: 99 }],
  ['bytes=-5', { kind: 'part', from: 95, to: 99 }],
  ['bytes=-500', { kind: 'part', from: 0, to: 99 }],
  ['bytes=5-1000', { kind: 'part', from: 5, to: 99 }],
  ['bytes=100-', { kind: 'outside' }],
  ['bytes=-0', { kind: 'outside' }],
  ['bytes=9-3', { kind: 'whole' }],
  ['bytes=0-1,5-6', { kind: 'whole' }],
  ['lines=1-2', { kind: 'whole' }],
  [undefined, { kind: 'whole' }],
])('the range %s of 100 bytes is parsed', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

test('a very long message of a provider is cleaned quickly, and half an id at the cut is left out', () => {
  const startedAt = performance.now()
  for (const piece of [',', 'a.', ' see', 'gen_', '1.', 'at ,;:', '\u0000'])
    expect([...cleanMessage(`failed ${piece.repeat(50_000)}`)].length).toBeLessThanOrEqual(500)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  const long = `${'word '.repeat(398)}ok sim_0123456789abcdefABCDEF`
  expect(cleanMessage(`${long} and more`)).not.toContain('sim_')
})
