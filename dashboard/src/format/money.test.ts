import { expect, test } from 'vitest'
import { money, readAmount, writeAmount } from './money.ts'

test('an amount is written in the whole unit of its currency', () => {
  expect(money(1_000, 'usd')).toBe('10.00 USD')
  expect(money(1_000, 'jpy')).toBe('1,000 JPY')
  expect(money(1_500, 'kwd')).toBe('1.500 KWD')
  expect(writeAmount(123_456, 'eur')).toBe('1,234.56')
})

test.each([
  ['25', 'usd', 2_500],
  ['25.5', 'usd', 2_550],
  ['1,234.56', 'usd', 123_456],
  ['0.29', 'usd', 29],
  ['1,000', 'jpy', 1_000],
  ['1.5', 'jpy', null],
  ['1.005', 'usd', null],
  ['', 'usd', null],
  ['-5', 'usd', null],
  ['ten', 'usd', null],
])('%j in %s is %j of its smallest unit', (text, currency, amount) => {
  expect(readAmount(text, currency)).toBe(amount)
})

test('what a field shows is read as what it was', () => {
  for (const currency of ['usd', 'jpy', 'kwd'])
    for (const amount of [1, 99, 100, 123_456_789])
      expect(readAmount(writeAmount(amount, currency), currency)).toBe(amount)
})
