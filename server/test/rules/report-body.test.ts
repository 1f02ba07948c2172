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

const counted = (counts: object) => ({
  kind: 'observation',
  platformAdId: '120210',
  rows: [{ ...row, impressions: 1_000, conversions: 3, ...counts }],
})

test('a row may count plays and visits, also as the numeric texts of the platform', () => {
  const counts = { videoPlays: 900, threeSecondPlays: 300, thruPlays: '120', playsTo100: 80, addsToCart: 1.5 }
  const parsed = parseFields(endpoints.sendReport.body, counted(counts), 'body')
  expect(parsed.rows?.[0]).toMatchObject({ ...counts, thruPlays: 120 })
  // A viewer may skip to the half, and one visit may fill two carts.
  expect(refusalOf(counted({ playsTo25: 80, playsTo50: 90 }))).toBeUndefined()
  expect(refusalOf(counted({ landingPageViews: 10, addsToCart: 12, checkouts: 14 }))).toBeUndefined()
})

test.each([
  [{ threeSecondPlays: 1_001 }, 'threeSecondPlays', 'impressions'],
  [{ videoPlays: 500, playsTo25: 501 }, 'playsTo25', 'videoPlays'],
  [{ threeSecondPlays: 200, thruPlays: 201 }, 'thruPlays', 'threeSecondPlays'],
  [{ newCustomers: 4 }, 'newCustomers', 'conversions'],
])('%j cannot be', (counts, field, whole) => {
  expect(refusalOf(counted(counts))).toMatchObject({
    message: `rows[0].${field} must not be more than ${whole}.`,
    extra: { field: `rows[0].${field}` },
  })
})

test.each([
  [{ checkouts: -1 }, 'checkouts'],
  [{ landingPageViews: 1.5 }, 'landingPageViews'],
  [{ thruPlays: 'many' }, 'thruPlays'],
])('%j is refused', (counts, field) => {
  expect(refusalOf(counted(counts))?.extra.field).toBe(`rows[0].${field}`)
})

const part = (by: string, value: string, change: object = {}) => ({
  ...{ by, value, spend: 20, impressions: 400, clicks: 10, conversions: 1, revenue: 65 },
  ...change,
})

test('a row may be divided by several dimensions, each of which adds up to at most the row', () => {
  const breakdowns = [
    part('country', 'AT', { impressions: '600' }),
    part('country', 'DE'),
    part('age', '25-34', { impressions: 1_000, spend: 46.15, clicks: 69 }),
  ]
  const parsed = parseFields(endpoints.sendReport.body, counted({ breakdowns }), 'body')
  expect(parsed.rows?.[0]?.breakdowns?.[0]).toEqual(part('country', 'AT', { impressions: 600 }))
})

test.each([
  [[part('country', 'AT'), part('country', 'AT', { impressions: 1 })], 'rows[0].breakdowns[1].clicks'],
  [[part('country', 'AT'), part('country', 'AT')], 'rows[0].breakdowns[1].value'],
  [
    [part('device', 'phone', { impressions: 700 }), part('device', 'tv')],
    'rows[0].breakdowns[1].impressions',
  ],
  [[part('placement', 'feed', { spend: 47 })], 'rows[0].breakdowns[0].spend'],
  [[part('weather', 'rain')], 'rows[0].breakdowns[0].by'],
])('%j cannot be', (breakdowns, field) => {
  expect(refusalOf(counted({ breakdowns }))?.message).toContain(`${field} must`)
})
