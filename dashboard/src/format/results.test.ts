import { expect, test } from 'vitest'
import { fileSize } from './numbers.ts'
import { amountIn, countOf, liftOf, metricValue, signedPercent, timesOf, UNKNOWN } from './results.ts'

test('each metric is written in its own way, and what is unknown is a dash', () => {
  expect(metricValue('roas', 4.0312)).toBe('4.03')
  expect(metricValue('ctr', 0.0139)).toBe('1.39%')
  expect(metricValue('cpa', 18.8, 'EUR')).toBe('18.80 EUR')
  expect(metricValue('roas', null)).toBe(UNKNOWN)
  expect(amountIn(1_250, 'EUR')).toBe('1,250.00 EUR')
  expect(countOf(40)).toBe('40')
  expect(countOf(9.59)).toBe('9.6')
})

test('a lift under one is worse than usual, also where less is better', () => {
  expect(liftOf('roas', 4, 2)).toBe(2)
  expect(liftOf('cpa', 10, 20)).toBe(2)
  expect(liftOf('ctr', 0, 0.01)).toBeNull()
  expect(liftOf('roas', 4, null)).toBeNull()
  expect(timesOf(2)).toBe('2.0×')
})

test('a difference has its sign', () => {
  expect(signedPercent(-32.84)).toBe('−32.8%')
  expect(signedPercent(62.4)).toBe('+62.4%')
})

test('sizes are decimal', () => {
  expect(fileSize(0)).toBe('0 B')
  expect(fileSize(999)).toBe('999 B')
  expect(fileSize(1_250_000)).toBe('1.3 MB')
})
