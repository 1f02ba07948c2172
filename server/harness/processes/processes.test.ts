import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimPort } from './claim-port.ts'
import { encodeBase58 } from './encode-base58.ts'
import { findFreePorts, isPortFree } from './find-free-port.ts'
import { startChild } from './start-child.ts'
import { startEngine } from './start-engine.ts'
import { type ProcessPlan, startManagedProcess } from './start-managed-process.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'
import { openS3Client, startS3 } from './start-s3.ts'
import { ensureSigningKey, startSigner } from './start-signer.ts'
import { startSimulator } from './start-simulator.ts'
import { waitUntil } from './wait-until.ts'

const POSTGRES_15 = '/usr/lib/postgresql/15/bin'
const HERE = import.meta.dirname
const SMALL = { durable: false, settings: { shared_buffers: '32MB', max_connections: '20' } }

// A new temporary folder has mode 700: as root, every test also shows that PostgreSQL can enter such folders.
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atelier-processes-'))
})
afterAll(async () => {
  expect(await findProcessesIn(dir)).toEqual([])
  await rm(dir, { recursive: true, force: true })
})

test('free ports are distinct, and a port in use is not free', async () => {
  const ports = await findFreePorts(20)
  expect(new Set(ports).size).toBe(20)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(ports[0], '127.0.0.1', resolve))
  expect(await isPortFree(ports[0] as number)).toBe(false)
  server.close()
})

test('a free port belongs to the process that found it, until that ends', async () => {
  const script = `
    const { findFreePorts } = await import(process.argv[1])
    console.log(JSON.stringify(await findFreePorts(300)))
    process.stdin.resume()`
  const args = ['--input-type=module', '-e', script, join(HERE, 'find-free-port.ts')]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const theirs: number[] = JSON.parse(line.toString())
  const mine = await findFreePorts(300)
  expect(mine.filter((port) => theirs.includes(port))).toEqual([])
  expect(await claimPort(theirs[0] as number)).toBe(false)
  child.stdin.end()
  await once(child, 'exit')
  expect(await claimPort(theirs[0] as number)).toBe(true)
})

test('base58 agrees with the published examples', () => {
  expect(encodeBase58(Buffer.from('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
  expect(encodeBase58(Buffer.from('0000287fb4cd', 'hex'))).toBe('11233QC4')
  expect(encodeBase58(Buffer.alloc(0))).toBe('')
})

describe('a process', () => {
  const plan = (name: string, script: string): ProcessPlan => ({
    name,
    program: process.execPath,
    args: ['-e', script],
    env: {},
    cwd: dir,
    logFile: join(dir, `${name}.log`),
    isReady: async () => (await readFile(join(dir, `${name}.log`), 'utf8')).includes('ready'),
    readyWithinMs: 5_000,
  })

  test('that ends before it is ready is reported with the end of its log', async () => {
    const starting = startChild(plan('early', 'console.log("no such setting"); process.exit(3)'))
    await expect(starting).rejects.toThrow(/early ended before it was ready \(exit code 3\)\nno such setting/)
  })

  test('that never becomes ready is killed', async () => {
    const lazy = { ...plan('lazy', 'setInterval(() => {}, 1000)'), readyWithinMs: 300 }
    await expect(startChild(lazy)).rejects.toThrow(/lazy is ready: not within 300 ms/)
  })

  test('that ignores SIGTERM is killed after the time limit', async () => {
    const stubborn = plan(
      'stubborn',
      'process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1000)',
    )
    const managed = await startManagedProcess({ ...stubborn, stopWithinMs: 200 })
    await managed.stop()
    expect(managed.pid).toBeUndefined()
  })

  test('that ends by itself is reported, and one that was stopped is not', async () => {
    const managed = await startManagedProcess(
      plan('mortal', 'console.log("ready"); setInterval(() => {}, 1000)'),
    )
    const reported: unknown[] = []
    managed.onDeath((exit) => reported.push(exit))
    await managed.kill9()
    await managed.start()
    await managed.stop()
    expect(reported).toEqual([])
    await managed.start()
    process.kill(managed.pid as number, 'SIGKILL')
    await waitUntil('the death is reported', async () => reported.length > 0, { withinMs: 2_000 })
    expect(reported).toEqual([{ code: null, signal: 'SIGKILL' }])
    // Who asks later is told, too.
    managed.onDeath((exit) => reported.push(exit))
    expect(reported).toHaveLength(2)
  })
})

describe('postgres', () => {
  test('keeps committed data through kill -9, even during a query', async () => {
    const postgres = await startPostgres({ dir: join(dir, 'postgres'), ...SMALL })
    await postgres.createDatabase('ledger')
    await postgres.createDatabase('ledger')
    await ask(postgres, 'create table entries as select 7 as credits')
    // A counting query does not notice that the postmaster is gone, so its backend outlives it for a while.
    const counting = ask(postgres, 'select count(*) from generate_series(1, 6000000)').catch(() => 'cut')
    await waitUntil('the query runs', async () => (await countBusy(postgres)) > 0, { withinMs: 5_000 })
    await postgres.kill9()
    await postgres.start()
    expect(await ask(postgres, 'select credits from entries')).toEqual([{ credits: 7 }])
    await counting
    await postgres.stop()
  })

  test('starts again when the first start was interrupted', async () => {
    const options = { dir: join(dir, 'cut'), ...SMALL }
    const signal = AbortSignal.timeout(250)
    await expect(startPostgres({ ...options, signal })).rejects.toThrow(/timeout/)
    expect(await findProcessesIn(options.dir)).toEqual([])
    const postgres = await startPostgres(options)
    const [settings] = await ask(
      postgres,
      `select current_setting('data_checksums') as checksums,
      current_setting('server_encoding') as encoding, lower('Ä') as lowered`,
      'postgres',
    )
    expect(settings).toEqual({ checksums: 'on', encoding: 'UTF8', lowered: 'ä' })
    await postgres.stop()
  })

  test.skipIf(!existsSync(POSTGRES_15))('15 starts the same way', async () => {
    const postgres = await startPostgres({ dir: join(dir, 'postgres-15'), binDir: POSTGRES_15, ...SMALL })
    const [row] = await ask(postgres, 'show server_version', 'postgres')
    expect(row?.server_version).toMatch(/^15\./)
    await postgres.kill9()
    await postgres.start()
    await postgres.stop()
  })
})

test('the engine keeps its key through kill -9 and through a wipe, and nothing else', async () => {
  const options = { dir: join(dir, 'engine'), partitions: 1, memory: '64MB' }
  const engine = await startEngine(options)
  expect(await readFile(engine.logFile, 'utf8')).toContain(engine.publicKey)
  await engine.kill9()
  await engine.start()
  await expect(engine.wipe()).rejects.toThrow(/stop or kill/)
  await engine.kill9()
  await engine.wipe()
  expect(await readdir(options.dir)).toEqual(['engine.log', 'identity.pem'])
  await engine.start()
  await engine.stop()

  const restarted = await startEngine(options)
  expect(restarted.publicKey).toBe(engine.publicKey)
  await restarted.stop()
})

test('s3 keeps content and metadata through kill -9', async () => {
  const s3 = await startS3({ dir: join(dir, 's3') })
  const client = openS3Client(s3)
  const object = { Bucket: s3.bucket, Key: 'media/one.png' }
  const about = { ContentType: 'image/png', CacheControl: 'no-store', Metadata: { owner: 'seven' } }
  await client.send(new PutObjectCommand({ ...object, ...about, Body: 'hello world' }))
  await s3.kill9()
  await s3.start()
  const head = await client.send(new HeadObjectCommand(object))
  expect(head).toMatchObject({ ...about, ContentLength: 11 })
  const part = await client.send(new GetObjectCommand({ ...object, Range: 'bytes=6-8' }))
  expect(part).toMatchObject({ ContentType: 'image/png', ContentRange: 'bytes 6-8/11' })
  expect(await part.Body?.transformToString()).toBe('wor')
  client.destroy()
  await s3.stop()

  const again = await startS3({ dir: join(dir, 's3') })
  await again.stop()
})

test('a signer with a wrong setting is not ready', async () => {
  const at = join(dir, 'signer')
  ensureSigningKey(at)
  const env = { PATH: process.env.PATH, S3_ENDPOINT: 'no address' }
  const starting = startSigner({ dir: at, env, logFile: join(at, 'signer.log') })
  await expect(starting).rejects.toThrow(/signer ended before it was ready \(exit code 2\)[\s\S]*S3_ENDPOINT/)
})

test('the simulator starts again after kill -9', async () => {
  const simulator = await startSimulator({ dir: join(dir, 'simulator'), env: {} })
  await simulator.kill9()
  await simulator.start()
  await simulator.stop()
})

test.runIf(process.platform === 'linux')('nothing outlives a parent that is killed by kill -9', async () => {
  const home = join(dir, 'orphans')
  const script = `
    import { startEngine } from '${HERE}/start-engine.ts'
    import { startPostgres } from '${HERE}/start-postgres.ts'
    import { startS3 } from '${HERE}/start-s3.ts'
    import { startSimulator } from '${HERE}/start-simulator.ts'
    const processes = await Promise.all([
      startPostgres({ dir: '${home}/postgres', ...${JSON.stringify(SMALL)} }),
      startEngine({ dir: '${home}/engine', partitions: 1, memory: '64MB' }),
      startS3({ dir: '${home}/s3' }),
      startSimulator({ dir: '${home}/simulator', env: {} }),
    ])
    console.log(processes.map((managed) => managed.pid).join(' '))
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')))
    parent.once('exit', (code) => reject(new Error(`the parent ended with ${code}`)))
  })
  const pids = line.trim().split(' ').map(Number)
  expect(pids).toHaveLength(4)
  // More than the four: PostgreSQL has its own children.
  expect((await findProcessesIn(home)).length).toBeGreaterThan(4)
  parent.kill('SIGKILL')
  const isLeft = async () => (await Promise.all(pids.map(findFolder))).some(Boolean)
  await waitUntil('the processes are gone', async () => !(await isLeft()), { withinMs: 5_000 })
  await waitUntil('their children are gone', async () => (await findProcessesIn(home)).length === 0, {
    withinMs: 5_000,
  })
  const again = await startPostgres({ dir: join(home, 'postgres'), ...SMALL })
  await again.stop()
})

async function ask(postgres: Postgres, text: string, database = 'ledger') {
  const client = new pg.Client({ connectionString: postgres.url(database) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function countBusy(postgres: Postgres): Promise<number> {
  const [row] = await ask(
    postgres,
    `select count(*)::int as busy from pg_stat_activity where query like '%generate_series(%'
    and state = 'active' and pid <> pg_backend_pid()`,
  )
  return row?.busy
}

/** A zombie has ended and has no working folder any more; some containers have no init process to reap it. */
async function findFolder(pid: string | number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

async function findProcessesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map(findFolder))
  return pids.filter((_, index) => folders[index]?.startsWith(folder))
}
