import { type Metric, type Thresholds, thresholdsByDefault } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import { findPatterns, judgeAd, judgeCells } from '../../src/learning/statistics/index.ts'
import { adOf, exampleBaseline, noIngredients, sumsOf } from './example-ads.ts'

const tierOf = (metric: Metric, targets: Partial<Thresholds>, more = {}) => {
  const { tier, belowTarget } = judgeAd(adOf({ metric, ...more }), exampleBaseline, {
    ...thresholdsByDefault,
    ...targets,
  })
  return [tier, belowTarget]
}

// Its ROAS is estimated at 4.03, its CPA at 15.7; usual are 2 and 25.
describe('the best ad of the worked examples', () => {
  test.each([
    ['roas', {}, 'winner', false],
    ['roas', { targetRoas: 4 }, 'winner', false],
    ['roas', { targetRoas: 4.1 }, 'promising', true],
    ['cpa', { targetCpa: 16 }, 'winner', false],
    ['cpa', { targetCpa: 15 }, 'promising', true],
    // Each target speaks for its own metric.
    ['roas', { targetCpa: 1 }, 'winner', false],
    ['cpa', { targetRoas: 9 }, 'winner', false],
  ] as const)('%s with %j is %s', (metric, targets, tier, belowTarget) => {
    expect(tierOf(metric, targets)).toEqual([tier, belowTarget])
  })

  test('below the target it is promising, whether its audience is tired or not', () => {
    expect(tierOf('roas', { targetRoas: 4 }, { isFatigued: true })).toEqual(['fatigued', false])
    expect(tierOf('roas', { targetRoas: 4.1 }, { isFatigued: true })).toEqual(['promising', true])
  })
})

test('a target changes nothing about an ad that would not win', () => {
  const losing = { sums: sumsOf({ spend: 700, conversions: 14, revenue: 560 }) }
  expect(tierOf('roas', { targetRoas: 0.5 }, losing)).toEqual(['loser', false])
  const usual = { sums: sumsOf({ spend: 300, conversions: 12, revenue: 700 }) }
  expect(tierOf('roas', { targetRoas: 9 }, usual)).toEqual(['unproven', false])
})

test('a cell below the target does not win, and a pattern is promising', () => {
  const ingredients = {
    ...noIngredients,
    cepId: 'cep_1',
    mediaType: 'IMAGE' as const,
    orientation: 'square' as const,
  }
  const ads = [1, 2, 3].map((no) => adOf({ id: `ad ${no}`, campaign: `${no}`, ingredients }))
  const cell = { cepId: 'cep_1', characterId: null, mediaType: 'IMAGE', orientation: 'square' } as const
  const judged = (thresholds: Thresholds) => ({
    cell: judgeCells([cell], ads, exampleBaseline, thresholds)[0]?.state,
    pattern: findPatterns([{ ads, baseline: exampleBaseline }], thresholds)[0]?.[0]?.standing.tier,
  })
  expect(judged({ ...thresholdsByDefault, targetRoas: 4 }).cell).toBe('winning')
  expect(judged({ ...thresholdsByDefault, targetRoas: 5 })).toEqual({ cell: 'open', pattern: 'promising' })
})
