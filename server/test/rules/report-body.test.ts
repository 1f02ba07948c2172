import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { type invalidField, parseFields } from '../../src/platform/refusal/index.ts'
import { row } from './report-row.ts'

/** The refusal of this report, if it is refused. */
function refusalOf(body: unknown): ReturnType<typeof invalidField> | undefined {
  try {
    parseFields(endpoints.sendReport.body, body, 'body')
  } catch (error) {
    return error as ReturnType<typeof invalidField>
  }
  return undefined
}

const fieldsOf = (body: unknown): unknown => refusalOf(body)?.extra.fields

test('a report without most of its fields is told all of them at once', () => {
  expect(fieldsOf({ kind: 'observation', rows: [{ day: '2026-11-13', spend: 1 }] })).toEqual([
    'rows[0].impressions',
    'rows[0].clicks',
    'rows[0].conversions',
    'rows[0].revenue',
    'generatedMediaId',
    'rows[0].currency',
    'rows[0].conversionType',
    'rows[0].attribution',
    'rows[0].objective',
  ])
  expect(fieldsOf({ kind: 'claim' })).toEqual([
    'metric',
    'value',
    'windowStart',
    'windowEnd',
    'generatedMediaId',
  ])
  expect(fieldsOf({})).toEqual(['kind'])
  expect(fieldsOf({ kind: 'observation', platformAdId: '1', rows: 'all' })).toEqual(['rows'])
})

test('the sentence names the first wrong field with its reason, and the others', () => {
  const body = { kind: 'claim', platformAdId: '1', metric: 'roas' }
  expect(refusalOf(body)?.message).toBe(
    'value is required when kind is claim. Also missing or wrong: windowStart, windowEnd.',
  )
})

test('a report of 500 incomplete rows is told a few of its fields', () => {
  const fields = fieldsOf({ kind: 'observation', platformAdId: '1', rows: Array(500).fill({}) })
  expect(fields).toHaveLength(20)
})

test('rows take what they share from above, and the numeric texts of the platform', () => {
  const { currency, conversionType, attribution, objective, fetchedAt: _, ...own } = row
  const shared = { currency, conversionType, attribution, objective }
  const asSent = { ...own, spend: '46.15', impressions: '4600', clicks: '69', conversions: '3' }
  const body = {
    kind: 'observation',
    platformAdId: '120210',
    ...shared,
    rows: [{ ...asSent, revenue: '195' }],
  }
  expect(parseFields(endpoints.sendReport.body, body, 'body').rows).toEqual([own])
})
