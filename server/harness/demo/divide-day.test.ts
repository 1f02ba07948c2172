import { possibleBreakdowns } from '@atelier/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { divideDay } from './divide-day.ts'

const day = { spend: 31.27, impressions: 3_911, clicks: 47, conversions: 3, revenue: 118.4 }
const sums = ['spend', 'impressions', 'clicks', 'conversions', 'revenue'] as const
const possible = z.looseObject({}).check(possibleBreakdowns() as never)

test('the parts of each dimension are what the contract takes, and miss at most rounding', () => {
  for (let seed = 0; seed < 200; seed++) {
    const breakdowns = divideDay(day, seed)
    expect(possible.safeParse({ ...day, breakdowns }).error?.issues ?? []).toEqual([])
    for (const by of ['placement', 'country', 'age', 'device'])
      for (const name of sums) {
        const total = breakdowns.filter((part) => part.by === by).reduce((sum, part) => sum + part[name], 0)
        expect(Math.abs(total - day[name]), `${by} ${name}`).toBeLessThan(0.05)
      }
  }
})

test('a single sale is not always of the same part, and a day without sales has none', () => {
  const winners = new Set(
    Array.from(
      { length: 60 },
      (_, seed) =>
        divideDay({ ...day, conversions: 1 }, seed).find(
          ({ by, conversions }) => by === 'placement' && conversions === 1,
        )?.value,
    ),
  )
  expect(winners.size).toBeGreaterThan(2)
  expect(divideDay({ ...day, conversions: 0, revenue: 0 }, 1).every(({ revenue }) => revenue === 0)).toBe(
    true,
  )
})
