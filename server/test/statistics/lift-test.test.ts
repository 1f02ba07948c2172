import { expect, test } from 'vitest'
import { seededRandom } from '../../src/learning/statistics/index.ts'
import { gainedBy, joinLiftTests, judgeLiftTest, presentLiftTest } from '../../src/learning/worth/index.ts'

const people = { testPeople: 20_000, controlPeople: 10_000 }

test('a test with half as many conversions again in the first group', () => {
  const found = judgeLiftTest({ ...people, testConversions: 150, controlConversions: 50 })
  // ln 1.5 = 0.4055, sd = sqrt(1/150 + 1/50) = 0.1633.
  expect(found?.multiple).toBeCloseTo(1.5, 10)
  expect(found?.low).toBeCloseTo(1.2167, 4)
  expect(found?.high).toBeCloseTo(1.8492, 4)
  expect(found?.probability).toBeCloseTo(0.9935, 4)
  expect(gainedBy({ ...people, testConversions: 150, controlConversions: 50 })).toBe(50)
})

test('tests of several ads are surer together, and those with few conversions do not count', () => {
  const one = { ...people, testConversions: 40, controlConversions: 15 }
  const few = { ...people, testConversions: 40, controlConversions: 4 }
  const joined = joinLiftTests([one, one, one, few])
  expect(joined?.tests).toBe(3)
  expect(joined?.effect.multiple).toBeCloseTo(judgeLiftTest(one)?.multiple ?? 0, 10)
  expect(joined?.effect.low).toBeGreaterThan(judgeLiftTest(one)?.low ?? 9)
  expect(joinLiftTests([few])).toBeNull()
})

test('without an effect a test says 90% in one of ten, and the bound holds in nine of ten', () => {
  const random = seededRandom('lift tests')
  const poisson = (mean: number) => {
    let [count, product] = [0, random.uniform()]
    for (const limit = Math.exp(-mean); product > limit; product *= random.uniform()) count++
    return count
  }
  const found = Array.from({ length: 4_000 }, () =>
    judgeLiftTest({ ...people, testConversions: poisson(60), controlConversions: poisson(30) }),
  )
  const share = (holds: (one: NonNullable<(typeof found)[number]>) => boolean) =>
    found.filter((one) => one && holds(one)).length / found.length
  expect(share(({ probability }) => probability >= 0.9)).toBeCloseTo(0.1, 1)
  expect(share(({ low }) => low <= 1)).toBeCloseTo(0.9, 1)
})

test('a cost is said where something was gained that can be judged', () => {
  const days = { since: '2026-11-01', until: '2026-11-02', source: 'key' }
  const sums = { spend: 100, revenue: 900, conversions: 30 }
  const costOf = (testConversions: number, controlConversions: number, testPeople: number) => {
    const tested = { testPeople, controlPeople: 1_000, testConversions, controlConversions }
    const { incremental, incrementalCpa, incrementalRoas } = presentLiftTest({ ...tested, ...days, ...sums })
    return [incremental, incrementalCpa, incrementalRoas]
  }
  expect(costOf(50, 30, 1_000)).toEqual([20, 5, 6])
  // 27.6 - 9.2 * 3 is 3.6e-15 by floating-point subtraction.
  expect(costOf(27.6, 9.2, 3_000)).toEqual([0, null, null])
  // One conversion more or less would halve or double it.
  expect(costOf(4, 3, 1_000)).toEqual([1, null, null])
})
