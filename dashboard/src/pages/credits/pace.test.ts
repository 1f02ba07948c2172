import { expect, test } from 'vitest'
import { paceOf, paceStart } from './pace.ts'

const noon = new Date('2026-11-17T12:00:00Z')

test('the pace is what seven UTC days spent, and of today only what has passed', () => {
  const rows = [
    { day: '2026-11-10', spent: 7_000 },
    { day: '2026-11-11', spent: 2_600 },
    { day: '2026-11-16', spent: -400 },
    { day: '2026-11-17', spent: 1_050 },
  ]
  expect(paceStart(noon)).toBe('2026-11-11')
  expect(paceOf(rows, noon)).toBe(500)
})

test('nothing spent, or more refunded than charged, is no pace', () => {
  expect(paceOf([], noon)).toBe(0)
  expect(paceOf([{ day: '2026-11-17', spent: -400 }], noon)).toBe(0)
})
