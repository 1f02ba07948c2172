import { expect, test } from 'vitest'
import { checkBudget, presentBudget } from '../../src/access/credits/index.ts'

const midnight = new Date('2026-11-15T00:00:00Z')
const none = { dailyCreditLimit: null, perJobCreditLimit: null }

test('a key without limits may spend any amount and has no budget', () => {
  expect(checkBudget(none, 1e9, 1e9, midnight)).toBeUndefined()
  expect(presentBudget(none, 1e9, midnight)).toBeNull()
})

test('a daily limit can be spent to the last credit and not beyond', () => {
  const limits = { ...none, dailyCreditLimit: 1_000 }
  expect(checkBudget(limits, 600, 400, midnight)).toBeUndefined()
  expect(checkBudget(limits, 601, 400, midnight)).toMatchObject({
    code: 'budget_exceeded',
    status: 403,
    extra: { limit: 1_000, spent: 601, required: 400, resetsAt: '2026-11-15T00:00:00.000Z' },
  })
})

test('the limit per job does not depend on the day', () => {
  const limits = { dailyCreditLimit: 10_000, perJobCreditLimit: 400 }
  expect(checkBudget(limits, 9_600, 400, midnight)).toBeUndefined()
  expect(checkBudget(limits, 0, 401, midnight)).toMatchObject({
    code: 'budget_exceeded',
    extra: { limit: 400, spent: 0, required: 401, resetsAt: null },
  })
})

test('when both limits are exceeded, the limit per job is reported', () => {
  const limits = { dailyCreditLimit: 100, perJobCreditLimit: 400 }
  expect(checkBudget(limits, 100, 800, midnight)?.extra).toMatchObject({ limit: 400, spent: 0 })
})

test('a limit of zero allows nothing', () => {
  expect(checkBudget({ ...none, dailyCreditLimit: 0 }, 0, 1, midnight)?.code).toBe('budget_exceeded')
  expect(checkBudget({ ...none, perJobCreditLimit: 0 }, 0, 1, midnight)?.code).toBe('budget_exceeded')
})

test('the remaining budget is never below zero', () => {
  expect(presentBudget({ dailyCreditLimit: 1_000, perJobCreditLimit: null }, 1_200, midnight)).toEqual({
    dailyLimit: 1_000,
    dailySpent: 1_200,
    dailyRemaining: 0,
    perJobLimit: null,
    resetsAt: '2026-11-15T00:00:00.000Z',
  })
  expect(presentBudget({ dailyCreditLimit: null, perJobCreditLimit: 400 }, 800, midnight)).toMatchObject({
    dailySpent: 800,
    dailyRemaining: null,
    perJobLimit: 400,
  })
})
