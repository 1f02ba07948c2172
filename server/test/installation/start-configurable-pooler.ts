import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort, loadProgramPath, startManagedProcess } from '../../harness/processes/index.ts'

export type ConfigurablePooler = { url: string; stop(): Promise<void> }

const NOBODY = 65_534

/** PgBouncer in front of a database, with settings that may be wrong. */
export async function startConfigurablePooler(
  dir: string,
  url: string,
  settings: Record<string, string>,
): Promise<ConfigurablePooler> {
  mkdirSync(dir, { recursive: true })
  const { hostname, port: serverPort, username } = new URL(url)
  const port = await findFreePort()
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`)
  const database = `* = host=${hostname} port=${serverPort} user=${username}`
  const file = join(dir, 'pgbouncer.ini')
  writeFileSync(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'))
  const pooled = url.replace(`${hostname}:${serverPort}`, `127.0.0.1:${port}`)
  const managed = await startManagedProcess({
    name: 'pooler',
    program: loadProgramPath('pgbouncer'),
    args: [file],
    env: {},
    cwd: dir,
    logFile: join(dir, 'pooler.log'),
    runAs: process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, canEnterClosedFolders: true } : undefined,
    isReady: () => answers(pooled),
    stopWith: 'SIGQUIT',
  })
  return { url: pooled, stop: () => managed.stop() }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('select 1').finally(() => client.end())
  return true
}
