import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  compareFindings,
  type Doubles,
  type HonestScene,
  makeDiscrepancies,
  openDoubles,
  openScene,
  readReport,
  runReconcile,
  settingsFor,
} from '../../checks/reconcile/index.ts'
import { asRole } from '../../harness/processes/index.ts'
import { type Db, openDb } from '../../src/platform/db/index.ts'
import { cloneDatabase } from '../use-system.ts'

const DAY_MS = 86_400_000
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
const startAt = new Date(today - 3 * DAY_MS + DAY_MS / 4)
const from = ['--from', new Date(today - 4 * DAY_MS).toISOString()]

let db: Db
let doubles: Doubles & { close(): Promise<void> }
let scene: HonestScene
let url: string
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ url, drop } = await cloneDatabase())
  db = openDb({ url, poolSize: 8, onIdleError: () => undefined })
  doubles = await openDoubles(startAt)
  scene = await openScene(db, doubles, 28)
}, 120_000)

afterAll(async () => {
  await doubles?.close()
  await db?.close()
  await drop?.()
})

const environment = () => ({ ...settingsFor(doubles), DATABASE_URL: asRole(url, 'atelier_worker') })

test('books that agree have no findings, and the sums of each provider are told', async () => {
  const run = await runReconcile(environment(), ...from, '--json')
  const { findings, providers } = readReport(run)
  expect(findings).toEqual([])
  expect(run.exitCode).toBe(0)
  expect(providers.map(({ provider }) => provider)).toEqual(['fal', 'kie', 'openai', 'runway', 'simulator'])
  for (const { provider, billedMicros, recordedMicros, accepted } of providers) {
    expect(accepted).toBeGreaterThan(0)
    if (provider !== 'simulator') expect(billedMicros).toBeGreaterThan(0)
    if (provider === 'openai' || provider === 'runway') expect(billedMicros).toBe(recordedMicros)
  }
}, 180_000)

test('without admin keys it says which bills were not compared', async () => {
  const { FAL_ADMIN_KEY: _, OPENAI_ADMIN_KEY: __, KIE_KEY: ___, ...rest } = environment()
  const { leftOut, findings } = readReport(await runReconcile(rest, ...from, '--json'))
  expect(findings).toEqual([])
  expect(leftOut).toEqual([
    expect.stringContaining('FAL_ADMIN_KEY'),
    expect.stringContaining('KIE_KEY'),
    expect.stringContaining('OPENAI_ADMIN_KEY'),
  ])
  const ordinary = { ...rest, FAL_ADMIN_KEY: 'double-key' }
  expect((await runReconcile(ordinary, ...from)).stdout).toContain('needs a key of the kind Admin')
}, 180_000)

test('every kind of discrepancy is found, and nothing else; no key is printed', async () => {
  const client = new pg.Client(url)
  await client.connect()
  const expected = await makeDiscrepancies(scene, client).finally(() => client.end())
  const run = await runReconcile(environment(), ...from, '--json')
  const { findings } = readReport(run)
  expect(compareFindings(expected, findings)).toEqual({ missed: [], others: [] })
  expect(new Set(expected.map(({ kind }) => kind)).size).toBe(25)
  expect(run.exitCode).toBe(1)
  // Without kie, whose jobs are asked for one by one: of these, one needs its bill.
  const { KIE_KEY: _, ...rest } = environment()
  const { stdout, exitCode } = await runReconcile(rest, ...from)
  expect(exitCode).toBe(1)
  expect(stdout).toContain(`${expected.length - 2} unmatched rows, 1 tries whose outcome is unknown`)
  expect(stdout).not.toMatch(/double-(admin-)?key/)
}, 180_000)
