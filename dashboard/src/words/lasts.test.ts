import { expect, test } from 'vitest'
import { en } from './en.ts'
import { zh } from './zh.ts'

test.each([
  [1, 'about 1 day at', '约可用 1 天'],
  [365, 'about 365 days at', '约可用 365 天'],
  [1_834, 'more than a year at', '可用一年以上'],
])('a balance of %i days', (days, english, chinese) => {
  expect(en.creditsPage.lasts(days, '400')).toContain(english)
  expect(zh.creditsPage.lasts(days, '400')).toContain(chinese)
})
