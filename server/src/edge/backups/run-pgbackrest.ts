import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { BackupConfig } from './read-backup-config.ts'

/** pgBackRest did not do what it was asked; the message says what it said, and what to do. */
export class BackupFailed extends Error {}

/** By pgBackRest's number of the error. */
const remedies: Record<string, string> = {
  '028': 'The database is not the one whose backups are in the repository. Give it another repo1-path.',
  '032': 'Correct the named option in the configuration.',
  '037': 'Add the named option to the configuration.',
  '038': 'Stop Postgres first. If it is not running, remove postmaster.pid from the data directory.',
  '040': 'The data directory is not empty: add --overwrite if nothing in it is needed any more.',
  '041': 'Run this as the user that owns the data directory, and check the rights of the named path.',
  '049': 'Check the address of the repository (repo1-s3-endpoint), its certificate and the network.',
  '050': 'Another backup or restore of this database runs. Wait for it, then run this again.',
  '056': 'Start Postgres, and check pg1-socket-path, pg1-port and pg1-user in the configuration.',
  '058': 'Start Postgres, and check pg1-socket-path, pg1-port and pg1-user in the configuration.',
  '068':
    'Postgres does not archive: set archive_mode = on and the archive_command that docs/backup.md names.',
  '075':
    'The time lies before the end of the first backup, or it is not a time. List what there is with --list.',
  '082':
    'The log did not reach the repository in time. The log of Postgres says why its archive_command fails.',
  '087':
    'Postgres does not archive: set archive_mode = on and the archive_command that docs/backup.md names.',
  '103': 'The repository refused: check repo1-s3-key, repo1-s3-bucket and the cipher pass.',
}

/** Runs one command of pgBackRest and returns what it printed. */
export async function runPgbackrest(
  { file, stanza }: Pick<BackupConfig, 'file' | 'stanza'>,
  args: string[],
): Promise<string> {
  const [command = '', ...options] = args
  const all = [`--config=${file}`, `--stanza=${stanza}`, '--log-level-console=off', '--log-level-stderr=warn']
  const child = spawn('pgbackrest', [command, ...all, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [status, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new BackupFailed(
        'pgbackrest is not on PATH. Install version 2.58 or later: docs/backup.md says how.',
      )
    },
  )
  if (status === 0) return out
  throw new BackupFailed(explain(command, status, err))
}

function explain(command: string, status: number | null, err: string): string {
  const errors = err.split('\n').filter((line) => /\bERROR: /.test(line))
  const said = (errors.length > 0 ? errors : [err]).map((line) => line.replace(/^.*?ERROR: /, '').trim())
  const code = /^\[(\d{3})\]/.exec(said[0] ?? '')?.[1] ?? ''
  const remedy = remedies[code] ?? 'Correct what the sentence names, and run this again.'
  return `pgbackrest ${command} ended with ${status}: ${said.join(' ')}\nWhat to do: ${remedy}`
}
