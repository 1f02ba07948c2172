import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Media, type SubmitAnswer } from '@atelier/contract'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import {
  asRole,
  type DatabaseRole,
  type Engine,
  findFreePorts,
  startEngine,
} from '../harness/processes/index.ts'
import { grant, readCredits, verifyLedger } from '../src/access/credits/index.ts'
import { createKey, createUser, ownerOf } from '../src/access/identity/index.ts'
import { openApi } from '../src/entry/open-api.ts'
import { openApp } from '../src/entry/open-app.ts'
import { openMediaWorker } from '../src/entry/open-media-worker.ts'
import type { App } from '../src/platform/app/index.ts'
import { readConfig, readProviderKeys } from '../src/platform/config/index.ts'
import { type Db, openDb, openReplica, type Replica } from '../src/platform/db/index.ts'
import { openHeavyWork } from '../src/platform/turns/index.ts'
import { mediaBooks } from '../src/production/media/index.ts'
import { TEMPLATE } from './start-shared-system.ts'

export type TestUser = { id: string; apiKey: string; keyId: string }
export type Reply<Body> = { status: number; headers: Headers; body: Body }
type RequestOptions = {
  key?: string
  bearer?: string
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** `app.db` is a superuser's: api and worker use their own roles, tests change what they like. */
export type TestSystem = TestClient & { app: App; engine: Engine; close(): Promise<void> }

/** What a test can do with a system. */
export type TestClient = {
  baseUrl: string
  createUser(credits?: number): Promise<TestUser>
  // biome-ignore lint/suspicious/noExplicitAny: a response can be anything; each test states what it expects.
  call<Body = any>(method: string, path: string, options?: RequestOptions): Promise<Reply<Body>>
  submit(
    user: TestUser,
    body?: Record<string, unknown>,
  ): Promise<Reply<SubmitAnswer & Record<string, unknown>>>
  poll(user: TestUser, id: string): Promise<Media>
  finished(user: TestUser, id: string, withinMs?: number): Promise<Media>
  entries(
    user: TestUser,
    mediaId?: string,
  ): Promise<{ reason: string; amount: number; balanceAfter: number }[]>
}

/**
 * A system for one test file: its own database and engine; api and worker run in this process and are called
 * over HTTP. `change` gets the app that both use, and the database of the api.
 */
export function useSystem(
  env: Record<string, string> = {},
  change: (app: App, apiDb: Db) => void = () => {},
): () => TestSystem {
  let system: TestSystem
  beforeAll(async () => {
    system = await openSystem(env, change)
  })
  // After every test, every chain is valid, every balance is the sum of its entries, and the media agree.
  afterEach(async () => {
    const broken: string[] = []
    await verifyLedger(system.app.db, {
      media: mediaBooks,
      onFinding: (sentence) => broken.push(sentence),
    })
    expect(broken).toEqual([])
  })
  afterAll(() => system?.close())
  return () => system
}

export async function openSystem(
  env: Record<string, string>,
  change: (app: App, apiDb: Db) => void,
): Promise<TestSystem> {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-system-'))
  const [database, engine, ports] = await Promise.all([
    cloneDatabase(),
    startEngine({ dir: join(dir, 'engine'), partitions: 1, memory: '64MB' }),
    findFreePorts(2),
  ])
  const config = readConfig({
    ...settingsFor(engine, ports, dir),
    ...(env.DATABASE_URL === undefined && addressesOf(database.url)),
    ...env,
  })
  const keys = readProviderKeys(config.providers.names, env)
  const app = openApp(config, pino({ level: 'silent' }), keys)
  const apiDb = openRoleDb(app, 'atelier_api')
  const { heavyPoolSize: size } = app.config
  app.heavy = openHeavyWork({
    db: openRoleDb(app, 'atelier_api'),
    others: apiDb,
    size,
    replica: openApiReplica(app),
  })
  change(app, apiDb)
  const workerDb = openRoleDb(app, 'atelier_worker')
  const api = await openApi(withDb(app, apiDb))
  const worker = await openMediaWorker(withDb(app, workerDb))
  return {
    ...testClient(app.db, app.config.publicUrl),
    app,
    engine,
    async close() {
      await Promise.all([api.close(), worker.close()])
      const databases = [app.db, apiDb, workerDb]
      const dependencies = [app.storage, app.engine, app.heavy, ...databases]
      await Promise.allSettled([...dependencies.map((one) => one.close()), engine.kill9()])
      await database.drop()
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const openRoleDb = ({ config }: App, role: DatabaseRole): Db =>
  openDb({
    url: asRole(config.databaseUrl, role),
    directUrl: asRole(config.databaseDirectUrl, role),
    poolSize: config.databasePoolSize,
    onIdleError: () => undefined,
  })

const openApiReplica = ({ config }: App): Replica | undefined =>
  config.databaseReplicaUrl === undefined
    ? undefined
    : openReplica({
        url: asRole(config.databaseReplicaUrl, 'atelier_api'),
        poolSize: config.heavyPoolSize + 1,
        onIdleError: () => undefined,
      })

/** The same app with the database of one role. What a test replaces later in `app` is replaced here, too. */
const withDb = (app: App, db: Db): App =>
  new Proxy(app, { get: (target, name) => (name === 'db' ? db : Reflect.get(target, name)) })

/** Replaces how transactions run, also in the databases of single owners. */
export function changeTransactions(
  db: Db,
  change: (transaction: Db['transaction']) => Db['transaction'],
): void {
  const { forOwner } = db
  db.transaction = change(db.transaction)
  db.forOwner = (userId) => {
    const own = forOwner(userId)
    changeTransactions(own, change)
    return own
  }
}

export function testClient(db: Db, baseUrl: string): TestClient {
  const call: TestClient['call'] = async (method, path, { key, bearer, body, form, headers = {} } = {}) => {
    const answer = await fetch(path.startsWith('http') ? path : baseUrl + path, {
      method,
      headers: {
        ...(key && { 'x-api-key': key }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(form && { body: form }),
      redirect: 'manual',
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('/json') && text !== ''
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }
  const poll = async (user: TestUser, id: string) =>
    Media.parse((await call('GET', `/api/gen/media/${id}`, { key: user.apiKey })).body)
  return {
    baseUrl,
    call,
    poll,
    async createUser(credits = 1_000_000) {
      const email = `${randomBytes(8).toString('hex')}@atelier.test`
      const id = (await createUser(db, { email, passwordHash: 'none' })) as string
      const { key, secret } = await createKey(db, id, { name: 'test' })
      await grant(db, { userId: id, amount: credits, kind: 'grant', note: 'test' })
      return { id, apiKey: secret, keyId: key.id }
    },
    submit: (user, body = {}) =>
      call('POST', '/api/gen/image', { key: user.apiKey, body: { prompt: 'a red mug', ...body } }),
    async finished(user, id, withinMs = 20_000) {
      for (const until = Date.now() + withinMs; Date.now() < until; await sleep(100)) {
        const media = await poll(user, id)
        if (!media.waiting) return media
      }
      throw new Error(`media ${id} is still waiting after ${withinMs} ms`)
    },
    async entries(user, mediaId) {
      const { transactions } = await readCredits(db, ownerOf(user.id, 'live'), { limit: 100 })
      return transactions
        .filter((entry) => mediaId === undefined || entry.refId === mediaId)
        .map(({ reason, amount, balanceAfter }) => ({ reason, amount, balanceAfter }))
        .reverse()
    },
  }
}

/** The database through the pooler, if the tests run with one, and past it. */
function addressesOf(url: string) {
  const pooled = url.replace(new URL(inject('postgresUrl')).host, new URL(inject('pooledUrl')).host)
  return { DATABASE_URL: pooled, DATABASE_DIRECT_URL: url }
}

function settingsFor(engine: Engine, [port, workerPort]: number[], dir: string) {
  const s3 = inject('s3')
  return {
    DATABASE_POOL_SIZE: '12',
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    ENGINE_INGRESS_URL: engine.ingressUrl,
    ENGINE_ADMIN_URL: engine.adminUrl,
    ENGINE_PUBLIC_KEY: engine.publicKey,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SIMULATOR_URL: inject('simulatorUrl'),
    CALLBACK_SECRET: 'a secret of the tests, of thirty-two characters or more',
    TEMP_DIR: join(dir, 'temp'),
    IMAGE_STALL_SECONDS: '5',
    TICK_SECONDS: '1',
  }
}

/** An empty database, cloned from the migrated template in a few tens of milliseconds. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await run(`create database ${name} template ${TEMPLATE}`)
  const url = inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`)
  return { url, drop: () => run(`drop database ${name} with (force)`) }
}
