import type { Billing } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newTopUpForm, readTopUpForm } from './top-up-form.ts'

const packs = [{ id: 'small', name: 'Small', credits: 10_000, amount: 1_000, currency: 'usd' }]

const topUp: Billing['topUp'] = {
  on: true,
  packId: 'small',
  belowCredits: 2_000,
  monthlyCeiling: 5_000,
  currency: 'usd',
  spentThisMonth: 0,
  stopped: null,
  stoppedAt: null,
}

test('what is saved is shown again, and read as the same', () => {
  const form = newTopUpForm({ packs, topUp })
  expect(form).toEqual({ packId: 'small', below: '2,000', ceiling: '50.00' })
  expect(readTopUpForm(form, { packs })).toEqual({
    topUp: { packId: 'small', belowCredits: 2_000, monthlyCeiling: 5_000 },
  })
})

test('a pack that is gone and a ceiling in another currency are asked for again', () => {
  const form = newTopUpForm({ packs, topUp: { ...topUp, packId: 'gone', currency: 'jpy' } })
  expect(form).toEqual({ packId: 'small', below: '2,000', ceiling: '' })
  expect(readTopUpForm(form, { packs })).toEqual({ wrong: ['ceiling'] })
})

test('nothing, zero and a ceiling below the price are wrong', () => {
  const read = (below: string, ceiling: string) =>
    readTopUpForm({ packId: 'small', below, ceiling }, { packs })
  expect(read('', '')).toEqual({ wrong: ['below', 'ceiling'] })
  expect(read('0', '9.99')).toEqual({ wrong: ['below', 'ceiling'] })
  expect(read('1', '10')).toEqual({ topUp: { packId: 'small', belowCredits: 1, monthlyCeiling: 1_000 } })
})
