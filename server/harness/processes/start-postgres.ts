import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { RunAs } from './bind-to-parent.ts'
import { choosePostgresHome, type PostgresHome } from './choose-postgres-home.ts'
import { findFreePort } from './find-free-port.ts'
import { loadProgramPath } from './program-path.ts'
import { releasePostgresLock } from './release-postgres-lock.ts'
import { runToEnd } from './run-to-end.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

export type PostgresOptions = {
  dir: string
  port?: number
  /** Folder of initdb and postgres; otherwise those on PATH. */
  binDir?: string
  /** Server settings, for example { max_connections: '200' }. */
  settings?: Record<string, string>
  /**
   * False is for tests: faster, and safe against kill -9 of processes, but not against a loss of power.
   */
  durable?: boolean
  logFile?: string
  signal?: AbortSignal | undefined
}

export type Postgres = ManagedProcess & {
  readonly port: number
  readonly dataDir: string
  /** The user of the server, if it is not that of this process. */
  readonly runAs: RunAs | undefined
  url(database?: string): string
  /** Creates the database if it does not exist. */
  createDatabase(name: string): Promise<void>
}

const USER = 'atelier'
const NEUTRAL_ENV = { LC_ALL: 'C', TZ: 'UTC' }
const INITDB_TIMEOUT_MS = 60_000
const DEFAULT_SETTINGS = { max_connections: '200', shared_buffers: '256MB' }
const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  // Still on: a commit that is only in the server's memory would be lost with the server, not only with the
  // machine.
  synchronous_commit: 'on',
  // In the data folder and deleted with it; the default would leave a megabyte in /dev/shm after each kill
  // -9.
  dynamic_shared_memory_type: 'mmap',
}

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binDir = options.binDir ?? dirname(loadProgramPath('initdb'))
  const program = loadProgramPath('postgres', [binDir])
  const port = options.port ?? (await findFreePort())
  const durable = options.durable ?? true
  const home = choosePostgresHome(options.dir, binDir)
  const { dataDir, runAs } = home
  if (!existsSync(dataDir)) await createData(home, binDir, durable, options.signal)

  // Written at each start, because a data folder may be older than a role.
  const allowed = ['all all', `replication ${USER}`].map((who) => `host ${who} 127.0.0.1/32 trust\n`)
  await writeFile(join(dataDir, 'pg_hba.conf'), ['local all all trust\n', ...allowed].join(''))

  const settings = {
    ...DEFAULT_SETTINGS,
    // Postgres is safe by default. What is set here cannot be changed while the server runs.
    ...(durable ? {} : FAST_SETTINGS),
    unix_socket_directories: '',
    ...options.settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
  }
  const url = (database = 'postgres') => `postgres://${USER}@127.0.0.1:${port}/${database}`
  const managed = await startManagedProcess(
    {
      name: 'postgres',
      program,
      args: ['-D', dataDir, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      env: NEUTRAL_ENV,
      cwd: dirname(dataDir),
      logFile: options.logFile ?? join(options.dir, 'postgres.log'),
      runAs,
      isReady: () => query(url(), 'select 1').then(() => true),
      // SIGTERM would wait for every client to disconnect.
      stopWith: 'SIGINT',
      beforeStart: (signal) => releasePostgresLock(dataDir, signal),
      isPassing: (logTail) => /still in use|postmaster\.pid|Address already in use/.test(logTail),
    },
    options.signal,
  )
  return Object.assign(managed, {
    port,
    dataDir,
    runAs,
    url,
    createDatabase: (name: string) => createDatabase(url(), name),
  })
}

/** The folder gets its final name only when it is complete, so an interrupted start begins again. */
async function createData(home: PostgresHome, binDir: string, durable: boolean, signal?: AbortSignal) {
  const initdb = loadProgramPath('initdb', [binDir])
  const unfinished = `${home.dataDir}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (home.runAs) chownSync(unfinished, home.runAs.uid, home.runAs.gid)
  const args = ['-D', unfinished, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--data-checksums']
  args.push(...(await chooseLocale(initdb)), ...(durable ? [] : ['--no-sync']))
  const options = { env: NEUTRAL_ENV, cwd: dirname(unfinished), timeoutMs: INITDB_TIMEOUT_MS, signal }
  await runToEnd({ program: initdb, args }, { ...options, runAs: home.runAs })
  await rename(unfinished, home.dataDir)
}

/** PostgreSQL 17 and later have C.UTF-8 built in; older ones use the operating system's. */
async function chooseLocale(initdb: string): Promise<string[]> {
  const options = { env: NEUTRAL_ENV, cwd: dirname(initdb), timeoutMs: INITDB_TIMEOUT_MS }
  const version = await runToEnd({ program: initdb, args: ['--version'] }, options)
  const major = Number(/(\d+)/.exec(version)?.[1])
  if (major < 17) return ['--locale=C.UTF-8']
  return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
}

async function createDatabase(url: string, name: string): Promise<void> {
  const known = await query(url, 'select 1 from pg_database where datname = $1', [name])
  if (known.rowCount === 0) await query(url, `create database ${pg.escapeIdentifier(name)}`)
}

async function query(url: string, text: string, values: string[] = []) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 20_000,
  })
  client.on('error', () => {}) // a server that is killed also fails the query
  try {
    await client.connect()
    return await client.query(text, values)
  } finally {
    await client.end().catch(() => {})
  }
}
