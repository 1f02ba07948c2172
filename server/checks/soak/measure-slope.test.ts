import { expect, test } from 'vitest'
import { seededRandom } from '../../harness/random/index.ts'
import { measureSlope } from './measure-slope.ts'

const hour = (valueAt: (share: number) => number) =>
  Array.from({ length: 120 }, (_, i) => ({ atSeconds: i * 30, value: valueAt(i / 120) }))

test('a leak of 5% an hour is seen through ups and downs of 10%, and their absence, too', () => {
  const random = seededRandom('soak', 1)
  for (let round = 0; round < 50; round++) {
    const noise = () => random.float(-10, 10)
    const still = measureSlope(hour(() => 200 + noise()))
    expect(still.perHour - still.plusMinus).toBeLessThan(0.02)
    const leaking = measureSlope(hour((share) => 200 + 10 * share + noise()))
    expect(leaking.perHour + leaking.plusMinus).toBeGreaterThan(0.02)
  }
  const leak = measureSlope(hour((share) => 200 * (1 + 0.05 * share)))
  expect(leak.perHour).toBeCloseTo(0.05, 2)
  expect(leak.plusMinus).toBeLessThan(0.001)
  expect(leak.perHour - leak.plusMinus).toBeGreaterThan(0.02)
})

test('what is always 0 does not grow', () => {
  expect(measureSlope(hour(() => 0))).toEqual({ first: 0, last: 0, perHour: 0, plusMinus: 0 })
})
