import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { exportLines, importLines, type MemoryOwner, makeMemoryOwner } from '../routes/make-memory-owner.ts'
import { observation, row, send } from '../routes/make-report.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem()
const { stringify } = JSON

const ADS = 60
const DAYS = 50
const LINES = ADS * DAYS

/** The rows of many ads by day, as the platform exports them. */
function writeLines(): string {
  const lines: string[] = []
  for (let day = 0; day < DAYS; day++)
    for (let ad = 0; ad < ADS; ad++) {
      const at = new Date(Date.UTC(2026, 8, 1 + day)).toISOString()
      const record = {
        ...row(at.slice(0, 10), { spend: 1 + ad, clicks: 1 + day }),
        platformAdId: `ad-${ad}`,
        reportId: `rep_${String(Math.floor(lines.length / 500)).padStart(22, '0')}`,
        row: lines.length % 500,
        sourceId: 'afar',
        source: 'afar',
        receivedAt: at,
      }
      lines.push(stringify({ kind: 'observation', record }))
    }
  return lines.join('\n')
}

const file = writeLines()

type Sums = { rows: number; wrong: number; series: number }

/** How many rows are stored, and how many series have other sums than their rows. */
const readSums = async ({ id }: MemoryOwner): Promise<Sums> =>
  (await system().app.db.row<Sums>(
    `select coalesce(sum(rows), 0)::int as rows, count(*)::int as series,
       (count(*) filter (where (spend, clicks, days) is distinct from (row_spend, row_clicks, rows)))::int
         as wrong
     from (
       select s.id, s.spend, s.clicks, s.days, count(o.id)::int as rows, sum(o.spend) as row_spend,
         sum(o.clicks)::numeric as row_clicks
       from series s join memories m on m.id = s.memory_id
       left join observations o on o.series_id = s.id and o.is_current
       where m.user_id = $1 group by s.id
     ) one`,
    [id],
  )) as Sums

async function waitForRows(owner: MemoryOwner): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(5))
    if ((await readSums(owner)).rows > 0) return
  throw new Error('no rows within 30 s')
}

/** Begins an import over a connection that can be cut. */
function beginImport({ headers }: MemoryOwner) {
  const sent = request(`${system().baseUrl}/api/agent/knowledge/import`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
  })
  sent.on('error', () => undefined).end(file)
  return sent
}

/** Waits until no statement of an import runs any more. */
async function waitUntilStill(owner: MemoryOwner): Promise<Sums> {
  for (let before = await readSums(owner); ; ) {
    await sleep(1_000)
    const now = await readSums(owner)
    if (now.rows === before.rows) return now
    before = now
  }
}

test('an import that is cut off is consistent, and ends the same when it is sent again', async () => {
  const { db } = system().app
  const [cut, whole] = [await makeMemoryOwner(db), await makeMemoryOwner(db)]
  const sent = beginImport(cut)
  await waitForRows(cut)
  sent.destroy()
  const stored = await waitUntilStill(cut)
  expect(stored.rows).toBeLessThan(LINES)
  expect(stored.wrong).toBe(0)
  const again = await importLines(system(), cut, file)
  expect(again.body).toMatchObject({ imported: LINES - stored.rows, skipped: stored.rows })
  const once = await importLines(system(), whole, file)
  expect(once.body).toMatchObject({ imported: LINES, skipped: 0 })
  expect(await readSums(cut)).toEqual({ rows: LINES, series: ADS, wrong: 0 })
  expect(await exportLines(system(), cut)).toBe(await exportLines(system(), whole))
}, 120_000)

test('an import whose database connection dies says what to do, and is consistent', async () => {
  const { db } = system().app
  const owner = await makeMemoryOwner(db)
  const sent = importLines(system(), owner, file)
  await waitForRows(owner)
  for (let isAnswered = false; !isAnswered; ) {
    await db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%observations%' and pid <> pg_backend_pid()`,
    )
    isAnswered = await Promise.race([sent.then(() => true), sleep(5).then(() => false)])
  }
  const { status, body } = await sent
  expect([status, body.code, body.charged]).toEqual([503, 'service_unavailable', 'none'])
  const stored = await readSums(owner)
  expect([stored.rows > 0, stored.wrong]).toEqual([true, 0])
  const again = await importLines(system(), owner, file)
  expect(again.body).toMatchObject({ imported: LINES - stored.rows, skipped: stored.rows })
}, 120_000)

test('reports and reads get their turn during an import', async () => {
  const owner = await makeMemoryOwner(system().app.db)
  let isRunning = true
  const sent = importLines(system(), owner, file).finally(() => {
    isRunning = false
  })
  await waitForRows(owner)
  const key = owner.apiKey
  const report = await send(system(), owner, observation([row('2026-11-01')]))
  const { status, body } = await system().call('GET', '/api/agent/knowledge/history', { key })
  expect([report.status, status, isRunning]).toEqual([201, 200, true])
  expect(body).toHaveProperty('concludedAt')
  expect((await sent).body).toMatchObject({ imported: LINES, skipped: 0 })
  const after = await system().call('GET', '/api/agent/knowledge/history?limit=1', { key })
  expect(after.body).not.toHaveProperty('concludedAt')
}, 120_000)

test('an invalid last line of a long file imports nothing', async () => {
  const owner = await makeMemoryOwner(system().app.db)
  const { status, body } = await importLines(system(), owner, `${file}\n{"kind":"user"}`)
  expect([status, body.field]).toEqual([400, `line ${LINES + 1}`])
  expect(await readSums(owner)).toEqual({ rows: 0, series: 0, wrong: 0 })
})

test('imports of one user run one after the other', async () => {
  const owner = await makeMemoryOwner(system().app.db)
  const answers = await Promise.all([1, 2, 3].map(() => importLines(system(), owner, file)))
  const imported = answers.map(({ body }) => body.imported).sort()
  expect(imported).toEqual([0, 0, LINES])
}, 120_000)

test('only so many imports of one user wait; the others are refused and change nothing', async () => {
  const owner = await makeMemoryOwner(system().app.db)
  const answers = await Promise.all(Array.from({ length: 8 }, () => importLines(system(), owner, file)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(3)
  for (const { body } of refused)
    expect([body.code, body.charged, body.error]).toEqual([
      'service_unavailable',
      'none',
      'Other imports are running. Send the request again in a few seconds.',
    ])
  expect(await readSums(owner)).toEqual({ rows: LINES, series: ADS, wrong: 0 })
}, 120_000)
