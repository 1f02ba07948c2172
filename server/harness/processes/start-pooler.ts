import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loadProgramPath } from './program-path.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

export type PoolerOptions = {
  dir: string
  port: number
  /** Any URL of the server behind it. */
  postgresUrl: string
  logFile: string
  signal?: AbortSignal | undefined
}

export type Pooler = ManagedProcess & {
  /** The same database and login, through the pooler. */
  through(url: string): string
  /** What the pooler shows about itself: `SHOW POOLS` and the like. */
  show<Row>(what: 'clients' | 'pools' | 'servers'): Promise<Row[]>
}

/** Of all processes together, for one database. Postgres accepts 200. */
const SERVER_CONNECTIONS = 60
const NOBODY = 65_534
/** The superuser of the harness may also read the pooler's figures. */
const SUPERUSER = 'atelier'
const USERS = [SUPERUSER, 'atelier_api', 'atelier_worker']

/**
 * PgBouncer, with the settings that a deployment has: a server connection belongs to a process for one
 * transaction at a time.
 */
export async function startPooler(options: PoolerOptions): Promise<Pooler> {
  const { dir, port, logFile, signal } = options
  const { hostname, port: postgresPort } = new URL(options.postgresUrl)
  mkdirSync(dir, { recursive: true })
  const configFile = join(dir, 'pgbouncer.ini')
  const usersFile = join(dir, 'users.txt')
  writeFileSync(usersFile, USERS.map((user) => `"${user}" ""\n`).join(''))
  writeFileSync(
    configFile,
    poolerConfig({ port, usersFile, server: `host=${hostname} port=${postgresPort}` }),
  )

  const address = `127.0.0.1:${port}`
  const show = <Row>(what: string) => ask<Row>(`postgres://${SUPERUSER}@${address}/pgbouncer`, `show ${what}`)
  const managed = await startManagedProcess(
    {
      name: 'pooler',
      program: loadProgramPath('pgbouncer', [...(process.env.PATH ?? '').split(':'), '/usr/sbin']),
      args: [configFile],
      env: {},
      cwd: dir,
      logFile,
      // PgBouncer refuses to run as root.
      runAs: process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, canEnterClosedFolders: true } : undefined,
      isReady: () => show('pools').then(() => true),
      // SIGTERM would wait for every client to disconnect.
      stopWith: 'SIGQUIT',
    },
    signal,
  )
  const through = (url: string) => url.replace(`${hostname}:${postgresPort}`, address)
  return Object.assign(managed, { through, show })
}

const poolerConfig = ({ port, usersFile, server }: { port: number; usersFile: string; server: string }) => `
[databases]
* = ${server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${usersFile}
admin_users = ${SUPERUSER}
pool_mode = transaction
; Above the number of different statements of the service, which prepares each of them by name.
max_prepared_statements = 1000
; 50 processes with 20 connections each, and some more.
max_client_conn = 1200
; Of one role; together they have no more than the last line says.
default_pool_size = 40
max_db_connections = ${SERVER_CONNECTIONS}
; With the 5 s of a statement not more than the 8 s of the driver, so that the pooler says what happened.
query_wait_timeout = 3
server_connect_timeout = 2
; A database that restarts is found again soon.
server_login_retry = 0.2
log_connections = 0
log_disconnections = 0
`

/** In the simple protocol, which is all that the pooler itself speaks. */
async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
