import type { ObservationRecord } from '@atelier/contract'
import { expect, test } from 'vitest'
import { parseAmount } from '../../src/learning/portability/parse-amount.ts'
import { readPlatformCsv } from '../../src/learning/portability/read-platform-csv.ts'

const now = new Date('2026-11-15T08:00:00.000Z')

async function read(text: string): Promise<ObservationRecord[]> {
  const { records } = await readPlatformCsv(text)
  const rows: ObservationRecord[] = []
  for await (const { record } of records(now)) rows.push(record as ObservationRecord)
  return rows
}

const refusal = (text: string) =>
  read(text).then(
    () => undefined,
    (error) => ({ field: error.extra.field, message: error.message }),
  )

const HEAD = 'Ad ID,Day,Amount spent (USD),Impressions,Clicks (all),Purchases,Purchases conversion value'

test('an export becomes observations of the owner, fetched now', async () => {
  const [row] = await read(`${HEAD}\n120210,2026-11-13,12.50,"1,000",20,2,99.9\n`)
  expect(row).toMatchObject({
    platformAdId: '120210',
    row: 0,
    day: '2026-11-13',
    currency: 'USD',
    spend: 12.5,
    impressions: 1_000,
    clicks: 20,
    conversions: 2,
    conversionType: 'purchase',
    revenue: 99.9,
    attribution: 'default',
    objective: 'sales',
    sourceId: 'owner_import',
    source: 'owner_import',
    fetchedAt: now.toISOString(),
    receivedAt: now.toISOString(),
  })
})

test('a gross margin is a share in most reports, so it is not taken as the margin', async () => {
  const margins = async (names: string, cells: string) =>
    (await read(`${HEAD},${names}\n7,2026-11-13,12.5,100,20,2,99.9,${cells}\n`)).map(({ margin }) => margin)
  expect(await margins('Gross margin,Gross profit', '62.5,30')).toEqual([30])
  expect(await margins('Gross margin', '62.5%')).toEqual([undefined])
  expect(await margins('Margen bruto', '62.5')).toEqual([undefined])
})

test('columns may have any order, and a byte order mark, CRLF and formulas are accepted', async () => {
  const rows = await read(
    '\ufeffCampaign name,Impressions,Reporting ends,Reporting starts,Link clicks,Ad ID,Amount spent,' +
      'Currency,Attribution setting,Objective,Campaign ID\r\n' +
      '"=HYPERLINK(""http://x"",""spring, warm"")",100,2026-11-13,2026-11-13,5,"1",3,eur,' +
      '7-day click or 1-day view,OUTCOME_TRAFFIC,77\r\n' +
      ',,2026-11-13,2026-11-13,,,900,,,,\r\n',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    campaignName: '=HYPERLINK("http://x","spring, warm")',
    platformCampaignId: '77',
    clicks: 5,
    currency: 'EUR',
    attribution: '7d_click_1d_view',
    objective: 'traffic',
    conversionType: 'none',
    conversions: 0,
    revenue: 0,
  })
})

test('German and Spanish exports are read, also with semicolons and decimal commas', async () => {
  const german =
    'Anzeigen-ID;Tag;Ausgegebener Betrag (EUR);Impressionen;Link-Klicks\n9;2026-11-13;1.234,50;12.000;7\n'
  expect(await read(german)).toMatchObject([
    { currency: 'EUR', spend: 1_234.5, impressions: 12_000, clicks: 7 },
  ])
  const spanish =
    'Identificador del anuncio,Día,Importe gastado (MXN),Impresiones,Clics (todos),Compras,' +
    'Valor de conversión de compras\n9,2026-11-13,10,100,7,1,20\n'
  expect(await read(spanish)).toMatchObject([{ currency: 'MXN', conversions: 1, revenue: 20 }])
})

test('results are the conversions of an ad that optimizes for them, also on a day without any', async () => {
  const rows = await read(
    `${HEAD},Results,Result indicator\n` +
      '1,2026-11-13,5,100,3,,,4,actions:onsite_conversion.lead_grouped\n' +
      '1,2026-11-14,5,100,3,,,,\n' +
      '2,2026-11-13,5,100,3,1,30,1,actions:offsite_conversion.pixel_purchase\n',
  )
  expect(rows.map((row) => [row.conversionType, row.conversions, row.objective])).toEqual([
    ['lead', 4, 'leads'],
    ['lead', 0, 'leads'],
    ['purchase', 1, 'sales'],
  ])
})

test('unknown columns are reported as ignored, known unused ones are not', async () => {
  const text = `${HEAD},Reach,Ad name,Hook rate,CTR (all)\n1,2026-11-13,5,100,3,1,2,50,x,1,2`
  expect((await readPlatformCsv(text)).ignored).toEqual(['Hook rate', 'CTR (all)'])
})

test('a report has at most 500 rows', async () => {
  const lines = Array.from({ length: 501 }, (_, i) => `${i},2026-11-13,5,100,3,1,2`)
  const rows = await read(`${HEAD}\n${lines.join('\n')}`)
  expect([rows[499]?.row, rows[500]?.row]).toEqual([499, 0])
  expect(new Set(rows.map(({ reportId }) => reportId)).size).toBe(2)
})

test.each([
  ['line 1', 'Ad ID', 'Day,Impressions\n'],
  ['line 1', 'Ad ID', ''],
  ['line 1', 'Currency', HEAD.replace(' (USD)', '')],
  ['line 1', 'Day', HEAD.replace('Day', 'Week')],
  [
    'line 2',
    'breakdown by day',
    `${HEAD.replace('Day', 'Reporting starts')},Reporting ends\n1,2026-11-01,5,100,3,1,2,2026-11-13`,
  ],
  ['line 2', 'day', `${HEAD}\n1,13.11.2026,5,100,3,1,2`],
  ['line 2', 'spend', `${HEAD}\n1,2026-11-13,-5,100,3,1,2`],
  ['line 2', 'spend', `${HEAD}\n1,2026-11-13,many,100,3,1,2`],
  ['line 2', 'impressions', `${HEAD}\n1,2026-11-13,5,100.5,3,1,2`],
  ['line 2', 'clicks', `${HEAD}\n1,2026-11-13,5,100,300,1,2`],
  ['line 2', 'spreadsheet', `${HEAD}\n1.2E+17,2026-11-13,5,100,3,1,2`],
  ['line 2', 'platformAdId', `${HEAD}\n${'1'.repeat(101)},2026-11-13,5,100,3,1,2`],
  ['line 3', 'second row', `${HEAD}\n1,2026-11-13,5,100,3,1,2\n1,2026-11-13,6,100,3,1,2`],
  [
    'line 2',
    'conversion value',
    `${HEAD.replace('Purchases conversion value', 'x')}\n1,2026-11-13,5,100,3,1,2`,
  ],
  ['line 2', 'CSV', `${HEAD}\n1,"2026"-11-13,5,100,3,1,2`],
])('an invalid file is refused with its location and cause: %s, %s', async (field, word, text) => {
  const refused = await refusal(text)
  expect(refused?.field).toBe(field)
  expect(refused?.message).toContain(word)
})

test.each([
  ['', '.', 0],
  ['-', '.', 0],
  ['12.5', '.', 12.5],
  ['1,234', '.', 1_234],
  ['1,234.5', '.', 1_234.5],
  ['12,5', '.', 12.5],
  ['1.234', '.', 1.234],
  ['1.234', ',', 1_234],
  ['1.234.567,5', ',', 1_234_567.5],
  ['12.34', ',', 12.34],
  ['1 234,5', ',', 1_234.5],
  ["1'234.50", '.', 1_234.5],
  ['1,23,456', '.', undefined],
  ['1e9', '.', undefined],
  ['-5', '.', undefined],
  ['0x10', '.', undefined],
  ['Infinity', '.', undefined],
] as const)('%j with the decimal separator %j is %d', (cell, decimal, number) => {
  expect(parseAmount(cell, decimal)).toBe(number)
})

test('columns of video and funnel are read; an image has no plays, an empty cart is empty', async () => {
  const rows = await read(
    `${HEAD},3-second video plays,ThruPlays,Video plays at 25%,Outbound clicks,` +
      'Website landing page views,Adds to cart,Checkouts initiated\n' +
      '1,2026-11-13,12.50,"1,000",20,2,99.9,"310",120,200,18,15,6,3\n' +
      '2,2026-11-13,12.50,"1,000",20,2,99.9,,-,,18,15,,\n',
  )
  const visits = { outboundClicks: 18, landingPageViews: 15 }
  expect(rows[0]).toMatchObject({
    ...visits,
    threeSecondPlays: 310,
    thruPlays: 120,
    playsTo25: 200,
    addsToCart: 6,
    checkouts: 3,
  })
  expect(rows[1]).toMatchObject({ ...visits, addsToCart: 0, checkouts: 0 })
  for (const unknown of ['threeSecondPlays', 'thruPlays', 'playsTo25', 'newCustomers'])
    expect(rows[1]).not.toHaveProperty(unknown)
})
