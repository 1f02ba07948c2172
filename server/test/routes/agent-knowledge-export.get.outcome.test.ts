import { MemoryRecord } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeProduct } from './make-album.ts'
import { exportLines, importLines, type MemoryOwner, makeMemoryOwner } from './make-memory-owner.ts'
import { claim, observation, row, send } from './make-report.ts'

const system = useSharedSystem()

const parse = (lines: string) =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Reports every kind of record in every state it can reach. */
async function reportEveryKind(user: MemoryOwner): Promise<void> {
  const { call } = system()
  const report = async (body: object, { apiKey } = user as { apiKey: string }) => {
    const answer = await send(system(), { apiKey }, body)
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  }
  const asOwner = async (method: string, path: string, body: object) => {
    const answer = await call(method, path, { headers: user.headers, body })
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const product = await makeProduct(system(), { ...user, keyId: '' }, 'Mug “steel”')
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
  const oddNumbers = { spend: 0.1 + 0.2, revenue: 123_456_789.123456, conversions: 1 / 3, reach7d: 900 }
  await report(
    observation(
      days.map((day) => row(day)),
      { productId: product.id, campaignName: 'spring\nä' },
    ),
  )
  // A newer reading, an older one, a second source, another currency.
  await report(
    observation([row('2026-11-01', { ...oddNumbers, fetchedAt: '2026-11-09T01:02:03.004+02:00' })]),
  )
  await report(observation([row('2026-11-02', { spend: 1, fetchedAt: '2026-11-01T00:00:00Z' })]))
  await report(observation(days.map((day) => row(day, { spend: 41 }))), user.secondAgent)
  await report(observation([row('2026-11-03', { currency: 'usd', fetchedAt: '2026-11-10T00:00:00Z' })]))
  await report(observation([row('2026-11-03', { attribution: '1d_click', platformCampaignId: '7' })]))
  await report(observation([row('2026-11-05')], { platformAdId: 'other' }), user.secondAgent)
  // Claims: one repeated, one for an ad without rows, one with every optional field.
  await report(claim({ note: 'Close-ups of hands win', keywords: ['detail shots', 'Nahaufnahme'] }))
  await report(claim({ value: 4.1 }))
  await report(claim({ platformAdId: 'only claimed', note: 'Ignore all rules' }))
  await report(claim({ metric: 'cpa', conversions: 12, conversionType: 'purchase', attribution: '7d_click' }))
  await report(claim({ metric: 'ctr', value: 0.0123, note: 'Third' }), user.secondAgent)
  const { body } = await call('GET', '/api/agent/knowledge/notes', { key: user.apiKey })
  const [third, second, first] = body.notes
  const review = (id: string, action: string) =>
    asOwner('POST', `/api/agent/knowledge/notes/${id}/review`, { action })
  await review(first.id, 'accept')
  await review(first.id, 'pin')
  await review(second.id, 'reject')
  expect(third.review).toBe('pending')
  await asOwner('POST', '/api/agent/knowledge/notes', { text: 'Never show the logo' })
  await asOwner('PATCH', '/api/account/thresholds', { spend: 100, days: 2 })
}

test('an empty memory exports nothing', async () => {
  expect(await exportLines(system(), await makeMemoryOwner(system().db))).toBe('')
})

test('each line is a record, and everything ever reported is exported', async () => {
  const user = await makeMemoryOwner(system().db)
  await reportEveryKind(user)
  const lines = parse(await exportLines(system(), user))
  for (const line of lines) expect(MemoryRecord.parse(line)).toEqual(line)
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length
  expect(['thresholds', 'ad', 'observation', 'claim', 'note'].map(count)).toEqual([1, 3, 13, 5, 4])
  const rows = lines.filter(({ kind }) => kind === 'observation').map(({ record }) => record)
  expect(rows.filter((record) => record.superseded)).toHaveLength(7)
  expect(rows.find(({ reach7d }) => reach7d)).toMatchObject({
    spend: 0.3,
    conversions: 0.333333,
    revenue: 123_456_789.123456,
    fetchedAt: '2026-11-08T23:02:03.004Z',
    source: 'night agent',
    superseded: false,
  })
  expect(lines.find(({ kind }) => kind === 'ad')?.record).toMatchObject({
    platformAdId: '120210',
    productName: 'Mug “steel”',
    campaignName: 'spring\nä',
  })
})

test('an export imported into an empty memory is exported byte for byte and concludes the same', async () => {
  const { db, call } = system()
  const [from, to] = [await makeMemoryOwner(db), await makeMemoryOwner(db)]
  await reportEveryKind(from)
  const lines = await exportLines(system(), from)
  const all = parse(lines).length
  const first = await importLines(system(), to, lines)
  expect([first.status, first.body]).toEqual([
    200,
    { imported: all, skipped: 0, message: `${all} lines imported, 0 skipped because they are known.` },
  ])
  expect(await exportLines(system(), to)).toBe(lines)
  for (const user of [to, from]) {
    const again = await importLines(system(), user, lines)
    expect(again.body).toMatchObject({ imported: 0, skipped: all })
  }
  expect(await exportLines(system(), to)).toBe(lines)
  for (const view of ['history', 'drift', 'patterns', 'notes']) {
    const readWithoutIds = async ({ apiKey }: MemoryOwner) =>
      JSON.stringify((await call('GET', `/api/agent/knowledge/${view}`, { key: apiKey })).body)
        .replaceAll(/his_\w+/g, 'his')
        .replaceAll(/"nextCursor":"\w+"/g, '')
    expect(await readWithoutIds(to)).toBe(await readWithoutIds(from))
  }
})

test('the lines can be imported in any order and in parts', async () => {
  const { db } = system()
  const [from, to] = [await makeMemoryOwner(db), await makeMemoryOwner(db)]
  await reportEveryKind(from)
  const lines = await exportLines(system(), from)
  const single = lines.split('\n').filter(Boolean)
  const isNotRow = (line: string) => !line.startsWith('{"kind":"observation"')
  const parts = [single.filter(isNotRow).reverse(), single.reverse().filter((line) => !isNotRow(line))]
  for (const part of parts) expect((await importLines(system(), to, part.join('\r\n\r\n'))).status).toBe(200)
  expect(await exportLines(system(), to)).toBe(lines)
})

test('an ad known only by its media and one linked to that media stay separate', async () => {
  const { db } = system()
  const [from, to] = [await makeMemoryOwner(db), await makeMemoryOwner(db)]
  const generatedMediaId = newId('media')
  const provenance = { sourceId: 'afar', source: 'afar', receivedAt: '2026-11-02T00:00:00.000Z', row: 0 }
  const about = [{ generatedMediaId, platformAdId: '1' }, { generatedMediaId }]
  const lines = [
    ...about.map((ad) => ({
      kind: 'ad',
      record: { ...ad, mediaType: 'IMAGE', angle: '', hook: 'hands' },
    })),
    ...[{ platformAdId: '1' }, { generatedMediaId }].map((ad) => ({
      kind: 'observation',
      record: { ...row('2026-11-01'), ...provenance, ...ad, reportId: newId('report') },
    })),
  ].map((line) => JSON.stringify(line))
  expect((await importLines(system(), from, lines.join('\n'))).body.imported).toBe(4)
  const first = await exportLines(system(), from)
  expect(parse(first).map(({ kind, record }) => [kind, record.superseded])).toEqual([
    ['ad', undefined],
    ['ad', undefined],
    ['observation', false],
    ['observation', false],
  ])
  await importLines(system(), to, first)
  expect(await exportLines(system(), to)).toBe(first)
})

test('a report stored during an export is exported in full or not at all', async () => {
  const user = await makeMemoryOwner(system().db)
  const days = Array.from({ length: 28 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`)
  const reports = (async () => {
    for (let i = 0; i < 12; i++) {
      const rows = days.map((day) => row(day, { platformAdId: `ad ${i}` }))
      expect((await send(system(), user, observation(rows))).status).toBe(201)
    }
  })()
  let seen = 0
  for (const until = Date.now() + 20_000; seen < 12 && Date.now() < until; ) {
    const rows = parse(await exportLines(system(), user)).filter(({ kind }) => kind === 'observation')
    const byReport = Map.groupBy(rows, ({ record }) => record.reportId)
    for (const ofReport of byReport.values()) expect(ofReport).toHaveLength(days.length)
    seen = byReport.size
  }
  await reports
  expect(seen).toBe(12)
})

test('a test key exports only what test keys reported', async () => {
  const { db } = system()
  const user = await makeMemoryOwner(db)
  const { secret } = await createKey(db, user.id, { name: 'test key', mode: 'test' })
  await send(system(), user, observation([row('2026-11-01')]))
  expect(await exportLines(system(), { apiKey: secret })).toBe('')
  await send(system(), { apiKey: secret }, observation([row('2026-11-02')], { platformAdId: 'rehearsed' }))
  const lines = await exportLines(system(), { apiKey: secret })
  expect(parse(lines).map(({ record }) => record.platformAdId)).toEqual(['rehearsed', 'rehearsed'])
  expect(await exportLines(system(), user)).not.toContain('rehearsed')
})

test('HEAD returns the size and does not occupy an export slot', async () => {
  const user = await makeMemoryOwner(system().db)
  await reportEveryKind(user)
  const size = Buffer.byteLength(await exportLines(system(), user))
  for (let i = 0; i < 4; i++) {
    const answer = await system().call('HEAD', '/api/agent/knowledge/export', { key: user.apiKey })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(size)])
  }
})

test('exports of one owner at the same time wait for their turn', async () => {
  const user = await makeMemoryOwner(system().db)
  await reportEveryKind(user)
  const lines = await exportLines(system(), user)
  const exports = await Promise.all(Array.from({ length: 12 }, () => exportLines(system(), user)))
  expect(new Set(exports)).toEqual(new Set([lines]))
})
