import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from './list-backups.ts'
import type { BackupConfig } from './read-backup-config.ts'
import { BackupFailed, runPgbackrest } from './run-pgbackrest.ts'

export type RestoreOptions = {
  /** Undefined: the newest moment that was archived. */
  to: Date | undefined
  /** Where, if that is not the data directory of the configuration. */
  dataDir: string
  /** Whether what is in the data directory may be replaced. */
  mayOverwrite: boolean
  /** A copy beside the real database: it archives nothing. */
  isCopy: boolean
}

export type Restored = { id: string; dataDir: string }

/**
 * Restores the files of the database. The server replays the log when it is started, and refuses the service
 * until the restore is finished: it finds the name of the restore in its settings.
 */
export async function restoreData(config: BackupConfig, options: RestoreOptions): Promise<Restored> {
  const { to, dataDir, isCopy } = options
  const isEmpty = await refuseUnwanted(options)
  if (to) await refuseUnreachable(config, to)
  await runPgbackrest(config, [
    'restore',
    `--pg1-path=${dataDir}`,
    ...(isEmpty ? [] : ['--delta']),
    ...(to ? ['--type=time', `--target=${writeTime(to)}`, '--target-action=promote'] : []),
    ...(isCopy ? ['--archive-mode=off'] : []),
  ])
  const moment = to ? to.toISOString() : 'latest'
  const id = `${moment}-${randomBytes(4).toString('hex')}`
  // The last line with a name counts, so an earlier restore in the backup does no harm.
  await appendFile(join(dataDir, 'postgresql.auto.conf'), `atelier.restore = '${id}'\n`)
  return { id, dataDir }
}

/** Whether the data directory is empty. */
async function refuseUnwanted({ dataDir, mayOverwrite }: RestoreOptions): Promise<boolean> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const names = await readdir(dataDir)
  if (names.includes('postmaster.pid'))
    throw new BackupFailed(
      `${dataDir} belongs to a server that runs, or that was killed (postmaster.pid).\n` +
        'What to do: stop Postgres. If it is not running, remove that file.',
    )
  if (names.length > 0 && !mayOverwrite)
    throw new BackupFailed(
      `${dataDir} is not empty: nothing was restored.\n` +
        'What to do: copy it elsewhere if anything in it may still be needed, and add --overwrite; or name ' +
        'another folder with --data.',
    )
  return names.length === 0
}

async function refuseUnreachable(config: BackupConfig, to: Date): Promise<void> {
  const first = (await listBackups(config)).find(({ kind }) => kind === 'full')
  if (!first) throw new BackupFailed('The repository has no backup.\nWhat to do: check BACKUP_CONFIG.')
  if (to <= first.endedAt)
    throw new BackupFailed(
      `${to.toISOString()} is before the end of the oldest backup.\n` +
        `What to do: choose a moment after ${first.endedAt.toISOString()}.`,
    )
  if (to.getTime() > Date.now())
    throw new BackupFailed(
      `${to.toISOString()} is in the future.\nWhat to do: leave --to out for the newest moment.`,
    )
}

/** In the form of Postgres, with the time zone, without which pgBackRest would choose no backup. */
const writeTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00')
