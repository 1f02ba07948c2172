import { describe, expect, test } from 'vitest'
import type { SubmitResponse } from '../../src/platform/providers/index.ts'
import {
  type Breaker,
  closedBreaker,
  dropProbe,
  nextBreaker,
  type Outcome,
  passOf,
  startProbe,
} from '../../src/production/routing/breaker.ts'
import { outcomeOf } from '../../src/production/routing/outcome-of.ts'

/** After these outcomes, one second apart, from second 0 on. */
const after = (outcomes: Outcome[], breaker: Breaker = closedBreaker) =>
  outcomes.reduce((state, outcome, second) => nextBreaker(state, outcome, second * 1_000), breaker)

const failures = (count: number): Outcome[] => Array.from({ length: count }, () => 'failed')

describe('a closed breaker', () => {
  test('lets everything through, and opens with the fifth failure in a row', () => {
    expect(passOf(after(failures(4)), 4_000)).toBe('free')
    expect(passOf(after(failures(5)), 4_001)).toBe('none')
  })

  test('opens at once when the account is shut', () => {
    expect(passOf(after(['shut']), 1)).toBe('none')
  })

  test('forgets failures after an answer, and those older than 30 s', () => {
    expect(after([...failures(4), 'answered', ...failures(4)]).open).toBeNull()
    const slow = [0, 10_000, 20_000, 30_001, 40_000, 50_000]
    expect(slow.reduce((state, at) => nextBreaker(state, 'failed', at), closedBreaker).open).toBeNull()
  })
})

describe('an open breaker', () => {
  const open = after(['shut'])

  test('lets one probe through after 2 s, and another when that one takes too long', () => {
    expect(passOf(open, 1_999)).toBe('none')
    expect(passOf(open, 2_000)).toBe('probe')
    const probed = startProbe(open, 2_000)
    expect(passOf(probed, 2_001)).toBe('none')
    expect(passOf(probed, 16_999)).toBe('none')
    expect(passOf(probed, 17_000)).toBe('probe')
  })

  test('gives a probe back that was not sent', () => {
    expect(passOf(dropProbe(startProbe(open, 2_000)), 2_001)).toBe('probe')
  })

  test('stays open twice as long after each failed probe, and 15 s at most', () => {
    let [breaker, now] = [open, 0]
    const times: number[] = []
    for (let i = 0; i < 6; i++) {
      times.push((breaker.open?.until ?? 0) - now)
      now = breaker.open?.until ?? 0
      breaker = nextBreaker(startProbe(breaker, now), 'failed', now)
    }
    expect(times).toEqual([2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  })

  test('closes with the first answer, and learns nothing from submits that were under way', () => {
    expect(nextBreaker(startProbe(open, 2_000), 'answered', 2_500)).toEqual(closedBreaker)
    expect(nextBreaker(open, 'failed', 500)).toEqual(open)
    expect(nextBreaker(open, 'answered', 500)).toEqual(closedBreaker)
  })
})

test.each<[Outcome, SubmitResponse]>([
  ['answered', { kind: 'accepted', handle: { jobId: '1' } }],
  ['answered', { kind: 'finished', files: [] }],
  ['answered', { kind: 'refused', class: 'moderation', message: '' }],
  ['answered', { kind: 'refused', class: 'invalid_input', message: '' }],
  ['answered', { kind: 'refused', class: 'input_unreachable', message: '' }],
  ['shut', { kind: 'refused', class: 'auth', message: '' }],
  ['shut', { kind: 'refused', class: 'quota', message: '' }],
  ['failed', { kind: 'refused', class: 'rate', message: '' }],
  ['failed', { kind: 'refused', class: 'provider_transient', message: '' }],
  ['failed', { kind: 'unknown' }],
])('%s: what %o says about its provider', (outcome, answer) => {
  expect(outcomeOf(answer)).toBe(outcome)
})
