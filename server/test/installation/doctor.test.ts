import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  asRole,
  type Engine,
  findFreePorts,
  type Postgres,
  startEngine,
  startPostgres,
} from '../../harness/processes/index.ts'
import { commands } from '../../src/edge/commands/index.ts'
import { claimCell, migrate } from '../../src/platform/db/index.ts'
import { openStorage } from '../../src/platform/storage/index.ts'
import { createBucket } from '../create-bucket.ts'
import { cloneDatabase } from '../use-system.ts'
import { type ConfigurablePooler, startConfigurablePooler } from './start-configurable-pooler.ts'

type Settings = Record<string, string>
type Report = { status: number; text: string }

const ADMIN = new URL('../../src/entry/admin.ts', import.meta.url).pathname
const CANARY = `canary${randomBytes(12).toString('hex')}`
const dir = mkdtempSync(join(tmpdir(), 'atelier-doctor-'))

let engine: Engine
let postgres: Postgres
let database: { url: string }
let good: Settings

/** The same address with a password, which must never be shown. */
const withPassword = (url: string) => url.replace('@', `:${CANARY}@`)

beforeAll(async () => {
  engine = await startEngine({ dir: join(dir, 'engine'), partitions: 1, memory: '64MB' })
  // With the settings of production; that of the other tests may lose what it acknowledged.
  postgres = await startPostgres({ dir: join(dir, 'postgres') })
  await postgres.createDatabase('atelier')
  database = { url: postgres.url('atelier') }
  await migrate(database.url)
  await claimCell(database.url, '00')
  const [port, workerPort] = (await findFreePorts(2)) as [number, number]
  const s3 = inject('s3')
  good = {
    DATABASE_URL: withPassword(asRole(database.url, 'atelier_worker')),
    ENGINE_INGRESS_URL: engine.ingressUrl,
    ENGINE_ADMIN_URL: engine.adminUrl,
    ENGINE_PUBLIC_KEY: engine.publicKey,
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: await createBucket(),
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SIMULATOR_URL: inject('simulatorUrl'),
    CALLBACK_SECRET: `${CANARY}-and-more-than-thirty-two-characters`,
    FACTOR_KEYS: randomBytes(32).toString('base64'),
    TEMP_DIR: join(dir, 'temp'),
  }
})

afterAll(async () => {
  await engine?.kill9()
  await postgres?.kill9()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
})

const doctor = commands.find(({ name }) => name === 'doctor')

/** What the command prints, and its exit status. Nothing that it prints may hold a secret. */
async function ask(role: string, changed: Settings = {}, ...more: string[]): Promise<Report> {
  const env = { ...good, ...changed }
  const before = { ...process.env }
  const lines: unknown[] = []
  const print = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  Object.assign(process.env, env)
  const status = await doctor?.run([role, '--without', 'programs', ...more])
  print.mockRestore()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  return withoutSecrets({ status: status ?? -1, text: lines.join('\n') }, env)
}

/** The same in a process of its own, as an operator runs it. */
async function askProcess(role: string, changed: Settings): Promise<Report> {
  const env = { PATH: process.env.PATH ?? '', ...good, ...changed }
  const report = await new Promise<Report>((resolve) =>
    execFile(process.execPath, [ADMIN, 'doctor', role], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, text: stdout + stderr }),
    ),
  )
  return withoutSecrets(report, env)
}

function withoutSecrets(report: Report, env: Settings): Report {
  for (const secret of [CANARY, env.S3_SECRET_ACCESS_KEY, env.FACTOR_KEYS])
    if (secret) expect(report.text).not.toContain(secret)
  return report
}

const failuresOf = ({ text }: Report): string[] =>
  text.split('\n').flatMap((line, index, lines) => {
    if (!line.startsWith('FAIL ')) return []
    // Each failure is followed by what to do.
    expect(lines[index + 1]).toMatch(/^ +-> \S/)
    return [line.slice(5).replace(/ +/g, ' ')]
  })

const apiSettings = () => ({ DATABASE_URL: withPassword(asRole(database.url, 'atelier_api')) })

describe('a sound installation', () => {
  for (const role of ['worker', 'api'] as const) {
    test(`passes for the ${role}, in a process of its own`, { timeout: 120_000 }, async () => {
      const report = await askProcess(role, role === 'api' ? apiSettings() : {})
      expect(failuresOf(report)).toEqual([])
      expect(report.status).toBe(0)
      expect(report.text).toMatch(/^ok {3}storage/m)
      expect(report.text).toMatch(/^ok {3}programs {3}sharp/m)
      expect(report.text).toMatch(/^ok {3}database {3}PostgreSQL/m)
      expect(report.text).toMatch(/^ok {3}engine {5}Restate 1\./m)
    })
  }

  test('a failure is the exit status of the process', { timeout: 120_000 }, async () => {
    const report = await askProcess('worker', { S3_BUCKET: '' })
    expect(report).toMatchObject({ status: 1, text: expect.stringContaining('1 failed') })
  })

  test('passes for who migrates and for the signer', async () => {
    const migrating = await ask('migrate', { MIGRATION_DATABASE_URL: withPassword(database.url) })
    expect(migrating).toMatchObject({ status: 0, text: expect.stringContaining('nothing is missing') })
    const file = join(dir, 'signing-key.pem')
    await new Promise((done) => execFile(process.execPath, [ADMIN, 'new-signing-key', file], done))
    expect(failuresOf(await ask('signer', { LEDGER_SIGNING_KEY_FILE: file }))).toEqual([])
    chmodSync(file, 0o644)
    expect(failuresOf(await ask('signer', { LEDGER_SIGNING_KEY_FILE: file }))).toEqual([
      'keys others may read the private key of the signer',
    ])
  })

  test('leaves nothing in the bucket', async () => {
    const s3 = { ...inject('s3'), bucket: good.S3_BUCKET as string }
    const storage = openStorage(s3)
    expect((await storage.list('')).objects).toEqual([])
    await storage.close()
  })
})

/** One thing broken at a time: who asks, what is changed, and what the only failure says. */
const settingFaults: [name: string, role: string, changed: Settings, failure: RegExp][] = [
  ['a setting without a value', 'worker', { S3_BUCKET: '' }, /^settings S3_BUCKET is empty/],
  ['a port that is none', 'worker', { WORKER_PORT: '70000' }, /^settings WORKER_PORT must be a port/],
  ['a guessable secret', 'worker', { CALLBACK_SECRET: 'x'.repeat(40) }, /^keys CALLBACK_SECRET can be/],
  ['a shortened engine key', 'worker', { ENGINE_PUBLIC_KEY: 'publickeyv1_abc' }, /^keys ENGINE_PUBLIC/],
  ['no engine key', 'worker', { ENGINE_PUBLIC_KEY: '' }, /^settings ENGINE_PUBLIC_KEY is empty/],
  ['a key of a provider in the api', 'api', { FAL_KEY: CANARY }, /^keys the api has FAL_KEY/],
  ['HTTPS without a proxy', 'api', { PUBLIC_URL: 'https://localhost' }, /no proxy is trusted/],
  ['an address with a path', 'api', { PUBLIC_URL: 'http://localhost/app' }, /^addresses PUBLIC_URL has a/],
  ['an address without TLS', 'api', { PUBLIC_URL: 'http://[2001:db8::1]' }, /^addresses PUBLIC_URL is not/],
  ['an unknown name', 'api', { PUBLIC_URL: 'https://nobody.invalid', TRUST_PROXY: '::1' }, /not known here/],
  ['a folder that is a file', 'worker', { TEMP_DIR: ADMIN }, /^disk TEMP_DIR cannot be written/],
  ['an engine that is away', 'worker', { ENGINE_ADMIN_URL: 'http://127.0.0.1:9' }, /^engine ENGINE_ADMIN/],
  ['something that is no engine', 'worker', { ENGINE_INGRESS_URL: 'http://127.0.0.1:9' }, /^engine ENGINE_I/],
  ['a storage that is away', 'worker', { S3_ENDPOINT: 'http://127.0.0.1:9' }, /^storage storage cannot be/],
  ['another secret of the storage', 'worker', { S3_SECRET_ACCESS_KEY: CANARY }, /^storage .*answered 403/],
  ['a bucket that is not there', 'worker', { S3_BUCKET: 'not-there' }, /^storage .*answered 404/],
  ['a simulator that is away', 'worker', { SIMULATOR_URL: 'http://127.0.0.1:9' }, /^providers the simulator/],
  [
    'a file of models that is away',
    'worker',
    { PROVIDERS_FILE: '/none.json' },
    /^providers .*PROVIDERS_FILE is wrong/,
  ],
]

describe('one broken part', () => {
  for (const [name, role, changed, failure] of settingFaults) {
    test(`${name} is named, with a remedy, and nothing else`, async () => {
      const report = await ask(role, { ...(role === 'api' && apiSettings()), ...changed })
      expect(report.status).toBe(1)
      expect(failuresOf(report)).toEqual([expect.stringMatching(failure)])
    })
  }

  test('a port that another process has is named, unless that check is left out', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(Number(good.WORKER_PORT), '127.0.0.1', done))
    try {
      expect(failuresOf(await ask('worker'))).toEqual([expect.stringMatching(/^ports .*EADDRINUSE/)])
      expect(failuresOf(await ask('worker', {}, '--without', 'ports'))).toEqual([])
    } finally {
      server.close()
    }
  })

  test('a file of settings is read, and a misspelt name in it noted', async () => {
    const file = join(dir, 'settings.env')
    writeFileSync(file, 'PUBIC_URL=https://atelier.example.com\nLOG_LEVEL=loud\n')
    const report = await ask('worker', {}, '--file', file)
    expect(report.text).toContain('note settings   PUBIC_URL is not a setting')
    expect(failuresOf(report)).toEqual([expect.stringMatching(/^settings LOG_LEVEL must be/)])
  })
})

describe('a broken database', () => {
  test('one that is away, and one that does not exist', async () => {
    const away = await ask('worker', { DATABASE_URL: `postgres://atelier_worker:${CANARY}@127.0.0.1:9/x` })
    expect(failuresOf(away)).toEqual([expect.stringMatching(/^database DATABASE_DIRECT_URL: .*ECONNREFUSED/)])
    const url = good.DATABASE_URL?.replace(/\/[^/]*$/, '/not_there') as string
    expect(failuresOf(await ask('worker', { DATABASE_URL: url }))).toEqual([
      expect.stringContaining('"not_there" does not exist'),
    ])
  })

  test('a superuser, and the role of the other process', async () => {
    expect(failuresOf(await ask('worker', { DATABASE_URL: withPassword(database.url) }))).toEqual([
      expect.stringContaining('not bound by row-level security'),
    ])
    expect(failuresOf(await ask('worker', apiSettings()))).toEqual([
      'database the worker logs in as atelier_api',
    ])
  })

  test('another cell, and no schema yet', async () => {
    expect(failuresOf(await ask('worker', { CELL: 'zz' }))).toEqual([
      expect.stringContaining('belongs to the cell'),
    ])
    const empty = asRole(postgres.url('postgres'), 'atelier_worker')
    expect(failuresOf(await ask('worker', { DATABASE_URL: empty }))).toEqual([
      'database the database has no schema yet',
    ])
  })

  test('a server that loses what it acknowledged when it crashes', async () => {
    const fast = await cloneDatabase()
    const report = await ask('worker', { DATABASE_URL: asRole(fast.url, 'atelier_worker') })
    await fast.drop()
    expect(report.status).toBe(1)
    expect(failuresOf(report)).toEqual([
      'database fsync is off: a crash loses money',
      'database full_page_writes is off: a crash loses money',
    ])
  })

  test('a migration that is missing is named to who migrates', async () => {
    const own = await cloneDatabase()
    const client = new pg.Client({ connectionString: own.url })
    await client.connect()
    await client.query(`delete from migrations where name = (select max(name) from migrations)`)
    await client.end()
    const report = await ask('migrate', { MIGRATION_DATABASE_URL: own.url })
    expect(failuresOf(report)).toEqual([expect.stringContaining('1 migrations are missing, from 00')])
    const worker = await ask('migrate', { MIGRATION_DATABASE_URL: asRole(own.url, 'atelier_worker') })
    expect(failuresOf(worker)).toEqual(['database atelier_worker may not migrate this database'])
    await own.drop()
  })
})

describe('a pooler', () => {
  const through = async (settings: Settings, changed: (pooler: ConfigurablePooler) => Settings) => {
    const pooler = await startConfigurablePooler(join(dir, 'pooler'), good.DATABASE_URL as string, settings)
    try {
      return failuresOf(await ask('worker', changed(pooler)))
    } finally {
      await pooler.stop()
    }
  }
  const beside = ({ url }: ConfigurablePooler) => ({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: good.DATABASE_URL as string,
  })

  test('in transaction mode with prepared statements is right; as the only address it is not', async () => {
    const right = { pool_mode: 'transaction', max_prepared_statements: '1000' }
    expect(await through(right, beside)).toEqual([])
    expect(await through(right, ({ url }) => ({ DATABASE_URL: url }))).toEqual([
      'database session locks would be taken through a pooler',
    ])
  })

  test('that loses prepared statements, or takes no transactions, is named', async () => {
    expect(await through({ pool_mode: 'transaction', max_prepared_statements: '0' }, beside)).toEqual([
      expect.stringContaining('loses prepared statements'),
    ])
    expect(await through({ pool_mode: 'statement' }, beside)).toEqual([
      'database the pooler takes no transactions',
    ])
  })
})
