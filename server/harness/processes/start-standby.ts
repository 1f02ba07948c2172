import { chownSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { choosePostgresHome } from './choose-postgres-home.ts'
import { loadProgramPath } from './program-path.ts'
import { runToEnd } from './run-to-end.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'

export type StandbyOptions = PostgresOptions & {
  /** Where the log (WAL) goes if it must be on another disk than the data. */
  walDir?: string
}

const COPY_MS = 120_000
/** What belongs to the running primary, and the log: the standby gets that by streaming. */
const LEFT_OUT = [
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal',
  'pg_replslot/*',
  'pg_dynshmem/*',
  'pgsql_tmp*',
]

/** Copies a running primary into `dir`, replacing what is there, and starts the copy as its standby. */
export async function startStandby(primary: Postgres, options: StandbyOptions): Promise<Postgres> {
  const binDir = options.binDir ?? dirname(loadProgramPath('initdb'))
  const { dataDir } = choosePostgresHome(options.dir, binDir)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  await copyData(primary, dataDir, options.walDir)
  return startPostgres({
    ...options,
    settings: {
      ...options.settings,
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=atelier application_name=standby`,
    },
  })
}

/** PostgreSQL's own protocol for a copy of the files while they change. */
async function copyData(primary: Postgres, dataDir: string, walDir?: string): Promise<void> {
  const { uid, gid } = statSync(primary.dataDir)
  const makeFolder = (path: string) => {
    mkdirSync(path, { mode: 0o700, recursive: true })
    chownSync(path, uid, gid)
  }
  const client = new pg.Client({ connectionString: primary.url() })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    makeFolder(dataDir)
    await copyFiles(primary.dataDir, dataDir)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const own = async (name: string, text: string) => {
      await writeFile(join(dataDir, name), text)
      chownSync(join(dataDir, name), uid, gid)
    }
    await own('backup_label', rows[0]?.labelfile ?? '')
    await own('standby.signal', '')
  } finally {
    await client.end()
  }
  makeFolder(walDir ?? join(dataDir, 'pg_wal'))
  if (walDir) symlinkSync(walDir, join(dataDir, 'pg_wal'))
}

/** A file that changes or disappears meanwhile is no error: the log repairs it. */
async function copyFiles(from: string, to: string): Promise<void> {
  const leftOut = LEFT_OUT.map((name) => `--exclude='./${name}' --exclude='*/${name}'`).join(' ')
  const read = `{ tar -C '${from}' --warning=no-file-changed ${leftOut} -cf - . || [ $? -eq 1 ]; }`
  const args = ['-c', `set -o pipefail; ${read} | tar -C '${to}' -xpf -`]
  await runToEnd({ program: 'bash', args }, { env: process.env, cwd: '/', timeoutMs: COPY_MS })
}
