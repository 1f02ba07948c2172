import { describe, expect, test } from 'vitest'
import {
  findLeak,
  poolSteps,
  type StepSums,
  seededRandom,
  usualSteps,
} from '../../src/learning/statistics/index.ts'
import { digits3 } from './digits3.ts'

const usual = usualSteps([
  { hook: [500_000, 150_000], landing: [4_000, 3_200], cart: [3_200, 640], conversion: [3_200, 160] },
  { hook: [500_000, 150_000], landing: [4_000, 3_200], cart: [3_200, 640], conversion: [3_200, 160] },
])

describe('where the funnel leaks', () => {
  test('a good hook and a bad landing page: the landing page', () => {
    expect(digits3(findLeak({ hook: [50_000, 20_000], landing: [500, 200] }, usual))).toEqual({
      // (3 + 200) / (3/0.8 + 500), and 0.403 * exp(1.2816/sqrt(203)).
      step: 'landing',
      rate: 0.403,
      high: 0.441,
      usual: 0.8,
      lift: 0.504,
      chance: expect.any(Number),
    })
  })

  test('a bad hook and a good landing page: the hook', () => {
    expect(findLeak({ hook: [50_000, 8_000], landing: [500, 450] }, usual)).toMatchObject({ step: 'hook' })
  })

  test('of two it is the one that loses more', () => {
    const steps: StepSums = { hook: [50_000, 10_000], landing: [500, 350], cart: [350, 20] }
    expect(findLeak(steps, usual)?.step).toBe('cart')
  })

  test('little data, and a small difference in much data, are no leak', () => {
    // Usual are 8 of 40.
    expect(findLeak({ cart: [40, 5] }, usual)).toBeNull()
    expect(findLeak({ cart: [40, 0] }, usual)).toMatchObject({ step: 'cart' })
    expect(findLeak({ hook: [10_000_000, 2_500_000] }, usual)).toBeNull()
    expect(findLeak({ hook: [0, 0] }, usual)).toBeNull()
    expect(findLeak({}, usual)).toBeNull()
  })

  test('the last step stands for the cart only where the cart is not counted', () => {
    expect(findLeak({ conversion: [2_000, 30] }, usual)?.step).toBe('conversion')
    expect(findLeak({ cart: [2_000, 400], conversion: [2_000, 30] }, usual)).toBeNull()
  })

  test('more steps need more evidence: the chance counts all of them', () => {
    const one = findLeak({ cart: [300, 36] }, usual)?.chance ?? 0
    const two = findLeak({ cart: [300, 36], landing: [500, 400] }, usual)?.chance ?? 0
    expect(one).toBeGreaterThan(0)
    expect(two).toBeCloseTo(2 * one, 12)
  })
})

test('what is usual takes two ads and twenty that took the step', () => {
  expect(usualSteps([{ cart: [100, 30] }])).toEqual({})
  expect(usualSteps([{ cart: [100, 12] }, { cart: [100, 7] }, {}])).toEqual({})
  expect(usualSteps([{ cart: [100, 12] }, { cart: [100, 8] }, { hook: [9, 9] }])).toEqual({
    cart: { rate: 0.1, reached: 20 },
  })
})

test('one ad counts at most half of a pattern, and alone it is none', () => {
  expect(poolSteps([{ hook: [9_000, 900] }])).toEqual({})
  expect(poolSteps([{ hook: [9_000, 900] }, { hook: [1_000, 500] }, { cart: [5, 1] }])).toEqual({
    hook: [2_000, 600],
  })
  expect(poolSteps([{ hook: [100, 9] }, { hook: [100, 8] }, { hook: [50, 1] }])).toEqual({
    hook: [250, 18],
  })
})

test('without any cause at most 5% of ads have a leak', () => {
  const { uniform } = seededRandom('leaks')
  const drawn = (mean: number) => {
    // How many exponential waits fit in: a Poisson count.
    let count = -1
    let waited = 0
    while (waited < mean) {
      waited += -Math.log(1 - uniform())
      count++
    }
    return Math.max(0, count)
  }
  let found = 0
  let ads = 0
  for (let account = 0; account < 200; account++) {
    const all = Array.from({ length: 10 }, (): StepSums => {
      const visits = Math.round(20 + 400 * uniform())
      const carts = drawn(0.2 * visits)
      const checkouts = drawn(0.5 * carts)
      return {
        landing: [Math.round(visits / 0.8), visits],
        cart: [visits, carts],
        checkout: [carts, checkouts],
        purchase: [checkouts, drawn(0.6 * checkouts)],
      }
    })
    const rates = usualSteps(all)
    ads += all.length
    found += all.filter((steps) => findLeak(steps, rates) !== null).length
  }
  expect(found / ads).toBeLessThan(0.05)
})
