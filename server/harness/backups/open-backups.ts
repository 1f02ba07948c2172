import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeOnExit } from '../cleanup/index.ts'
import { queryDatabase, runStatements } from '../driver/index.ts'
import {
  loadProgramPath,
  makeCertificate,
  type Postgres,
  runAdmin,
  runToEnd,
  startS3,
  waitUntil,
} from '../processes/index.ts'

/** What a system must be started with, so that its database can be archived. */
export type BackupPlan = {
  dir: string
  /** The configuration of pgBackRest, which is written when the database runs. */
  configFile: string
  /** Settings of Postgres. */
  settings: Record<string, string>
  env: NodeJS.ProcessEnv
}

/** The commands that work on the files of the database, as its user. pgBackRest refuses root. */
export type Backups = { admin(...args: string[]): Promise<string> }

const ADMIN = join(import.meta.dirname, '..', '..', 'src', 'entry', 'admin.ts')
const COMMAND_MS = 60_000
const ARCHIVED_WITHIN_MS = 60_000
const STANZA = 'atelier'

export function planBackups(): BackupPlan {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-backups-'))
  closeOnExit(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }))
  // Postgres may run as another user than this process.
  chmodSync(dir, 0o777)
  const configFile = join(dir, 'pgbackrest.conf')
  const settings = { archive_mode: 'on', archive_timeout: '60', unix_socket_directories: dir }
  return { dir, configFile, settings, env: { BACKUP_CONFIG: configFile } }
}

/** Archives a running database to an S3 server of its own, over TLS. */
export async function startBackups(plan: BackupPlan, postgres: Postgres): Promise<Backups> {
  const { dir, configFile } = plan
  const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
  const { cert, key } = makeCertificate(['127.0.0.1'])
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  const s3 = await startS3({ dir: join(dir, 's3'), bucket: 'backups', tls: { certFile, keyFile } })
  closeOnExit(() => s3.kill9())
  const place = ['--endpoint', s3.endpoint, '--bucket', s3.bucket, '--region', s3.region, '--ca', certFile]
  const database = ['--data', postgres.dataDir, '--socket', dir, '--port', String(postgres.port)]
  const args = [ADMIN, 'new-backup-config', configFile, ...place, ...database, '--user', 'atelier']
  await runToEnd(
    {
      program: 'bash',
      args: [
        '-c',
        `printf '%s\\n%s\\n' "$1" "$2" | "\${@:3}"`,
        'bash',
        s3.accessKeyId,
        s3.secretAccessKey,
        process.execPath,
        ...args,
      ],
    },
    { env: process.env, cwd: dir, timeoutMs: COMMAND_MS, runAs: postgres.runAs },
  )
  const program = loadProgramPath('pgbackrest')
  const options = `--config=${configFile} --stanza=${STANZA} --log-level-console=off`
  const command = `${program} ${options} archive-push %p`
  await runStatements(postgres.url(), [
    `alter system set archive_command = '${command}'`,
    'select pg_reload_conf()',
  ])
  const env = { ...process.env, ...plan.env }
  return { admin: (...words) => runAdmin(words, env, { runAs: postgres.runAs }) }
}

/** Until everything that is committed now is in the repository. */
export async function waitUntilArchived(postgres: Postgres): Promise<void> {
  const last = await queryDatabase(postgres.url(), async (query) => {
    const [row] = await query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
    return row?.name ?? ''
  })
  await runStatements(postgres.url(), ['select pg_switch_wal()'])
  const isArchived = () =>
    queryDatabase(postgres.url(), async (query) => {
      const [row] = await query<{ name: string | null }>(
        'select last_archived_wal as name from pg_stat_archiver',
      )
      return (row?.name ?? '') >= last
    })
  await waitUntil(`${last} is archived`, isArchived, { withinMs: ARCHIVED_WITHIN_MS })
}
