import { ImportAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids/index.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { exportLines, importLines, type MemoryOwner, makeMemoryOwner } from './make-memory-owner.ts'
import { observation, row, send } from './make-report.ts'

const system = useSharedSystem()

const ad = (record: object) => JSON.stringify({ kind: 'ad', record })
const observed = (change: object = {}) =>
  JSON.stringify({
    kind: 'observation',
    record: {
      ...row('2026-11-01'),
      platformAdId: '120210',
      reportId: newId('report'),
      row: 0,
      sourceId: 'afar',
      source: 'afar',
      receivedAt: '2026-11-02T00:00:00.000Z',
      ...change,
    },
  })

const CSV_HEADER =
  'Ad ID,Day,Amount spent (EUR),Impressions,Clicks (all),Purchases,Purchases conversion value'
const csv = (...rows: string[]) => `${CSV_HEADER},Attribution setting,Quality\n${rows.join('\n')}\n`

const historyOf = async ({ apiKey }: MemoryOwner) =>
  (await system().call('GET', '/api/agent/knowledge/history', { key: apiKey })).body.history

test('rows reported by a key are corroborated by an export of the ad platform', async () => {
  const user = await makeMemoryOwner(system().db)
  await send(system(), user, observation([row('2026-11-01'), row('2026-11-02')]))
  expect((await historyOf(user))[0].evidence).toBe('observed')
  const file = csv(
    '120210,2026-11-01,40.9,4000,60,3,121.25,7-day click,Average',
    '120210,2026-11-02,40.5,4010,60,3,120,7-day click,Average',
    ',,81.4,8010,120,6,241.25,,',
  )
  const { status, body } = await importLines(system(), user, file, 'text/csv')
  expect(status).toBe(200)
  expect(ImportAnswer.strict().parse(body)).toEqual({
    imported: 2,
    skipped: 0,
    message: '2 lines imported, 0 skipped because they are known. Columns that were ignored: "Quality".',
  })
  const history = await historyOf(user)
  expect(history).toHaveLength(1)
  expect(history[0]).toMatchObject({ evidence: 'corroborated', source: 'owner_import', spend: 81.4 })
})

test('importing the same CSV again imports only the rows that changed', async () => {
  const user = await makeMemoryOwner(system().db)
  const rows = ['1,2026-11-01,10,100,5,1,20,7-day click,', '1,2026-11-02,10.005,100,5,1,20,7-day click,']
  const send = async (...lines: string[]) =>
    (await importLines(system(), user, csv(...lines), 'text/csv')).body
  expect(await send(...rows)).toMatchObject({ imported: 2, skipped: 0 })
  expect(await send(...rows)).toMatchObject({ imported: 0, skipped: 2 })
  expect(await send(...rows.map((line) => line.replace('10.005', '11')))).toMatchObject({
    imported: 1,
    skipped: 1,
  })
  expect((await historyOf(user))[0]).toMatchObject({ spend: 21, evidence: 'observed' })
  expect(await send(...rows)).toMatchObject({ imported: 1, skipped: 1 })
  expect((await historyOf(user))[0]).toMatchObject({ spend: 20.005 })
})

test('an invalid line is named, and nothing is imported', async () => {
  const user = await makeMemoryOwner(system().db)
  const before = `${ad({ platformAdId: 'a' })}\n\n`
  const wrong = [
    ['is not valid JSON', '{'],
    ['kind', '{}'],
    ['kind', '{"kind":"user","record":{}}'],
    ['the line', '[]'],
    ['platformAdId', ad({})],
    ['productId', ad({ platformAdId: 'b', productId: 'prd_short' })],
    ['productName', ad({ platformAdId: 'b', productName: 'x'.repeat(201) })],
    ['mediaType', ad({ platformAdId: 'b', mediaType: 'AUDIO' })],
    ['spend', observed({ spend: -1 })],
    ['spend', observed({ spend: '1' })],
    ['clicks', observed({ clicks: 5_000 })],
    ['day', observed({ day: '2026-02-30' })],
    ['row', observed({ row: 500 })],
    ['reportId', observed({ reportId: newId('note') })],
    ['fetchedAt', observed({ fetchedAt: 'yesterday' })],
    ['has more than', ad({ platformAdId: 'b', prompt: 'x'.repeat(100_001) })],
  ] as const
  for (const [word, line] of wrong) {
    const { status, body } = await importLines(system(), user, `${before}${line}\n${observed()}`)
    expect([word, status, body.code, body.field]).toEqual([word, 400, 'invalid_request', 'line 3'])
    expect(body.error).toContain(word)
  }
  const late = await importLines(
    system(),
    user,
    csv('1,2026-11-01,1,100,5,1,20,,', '1,x,1,100,5,1,20,,'),
    'text/csv',
  )
  expect([late.status, late.body.field]).toEqual([400, 'line 3'])
  expect(await exportLines(system(), user)).toBe('')
})

test('hidden characters in the text of a line are removed', async () => {
  const user = await makeMemoryOwner(system().db)
  const hidden = 'Mug\u200b\u202e\u0000\ud800\u{e0041} blue'
  await importLines(system(), user, ad({ platformAdId: 'a', productName: hidden, unheardOf: 1 }))
  expect(JSON.parse(await exportLines(system(), user))).toEqual({
    kind: 'ad',
    record: { platformAdId: 'a', productName: 'Mug\ufffd blue' },
  })
})

test('ids that belong to another user are stored as names and reveal nothing', async () => {
  const { db } = system()
  const [victim, attacker] = [await makeMemoryOwner(db), await makeMemoryOwner(db)]
  const product = await system().call('POST', '/api/gen/products', {
    key: victim.apiKey,
    body: { name: 'Secret' },
  })
  const { id } = product.body.product
  await importLines(system(), attacker, `${ad({ platformAdId: '120210', productId: id })}\n${observed()}`)
  const lines = await exportLines(system(), attacker)
  expect(lines).toContain(id)
  expect(lines).not.toContain('Secret')
  const [reported] = await historyOf(attacker)
  expect(JSON.stringify(reported)).not.toContain('Secret')
  expect(await exportLines(system(), victim)).toBe('')
})

test('known records and thresholds are not overwritten', async () => {
  const user = await makeMemoryOwner(system().db)
  const body = { spend: 100 }
  await system().call('PATCH', '/api/account/thresholds', { headers: user.headers, body })
  const lines = [
    ad({ platformAdId: 'a', productName: 'Mug' }),
    ad({ platformAdId: 'a', productName: 'Cup' }),
    '{"kind":"thresholds","record":{"spend":5,"days":9}}',
    '{"kind":"thresholds","record":{"spend":5}}',
  ]
  const answer = await importLines(system(), user, lines.join('\n'))
  expect(answer.body).toMatchObject({ imported: 2, skipped: 2 })
  const [thresholds, known] = (await exportLines(system(), user)).split('\n')
  expect(JSON.parse(thresholds ?? '').record).toEqual({ days: 9, spend: 100 })
  expect(JSON.parse(known ?? '').record.productName).toBe('Mug')
})

test('two concurrent imports of the same lines store each line once', async () => {
  const user = await makeMemoryOwner(system().db)
  const lines = Array.from({ length: 50 }, (_, i) => observed({ row: i, platformAdId: `ad ${i % 5}` })).join(
    '\n',
  )
  const answers = await Promise.all([importLines(system(), user, lines), importLines(system(), user, lines)])
  expect(answers.map(({ body }) => body.imported + body.skipped)).toEqual([50, 50])
  expect(answers.map(({ body }) => body.imported).sort()).toEqual([0, 50])
})

test('an empty file imports nothing, and JSON is refused', async () => {
  const visitor = await openSession(system().db)
  expect((await importLines(system(), visitor, '\n \n')).body).toMatchObject({ imported: 0, skipped: 0 })
  const json = await importLines(system(), visitor, '{}', 'application/json')
  expect([json.status, json.body.field]).toEqual([400, 'content-type'])
})
