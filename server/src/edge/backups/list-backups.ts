import type { BackupConfig } from './read-backup-config.ts'
import { runPgbackrest } from './run-pgbackrest.ts'

export type Backup = {
  label: string
  kind: 'full' | 'diff' | 'incr'
  startedAt: Date
  /** A restore can reach every moment after this one. */
  endedAt: Date
  /** What it added to the repository, compressed. */
  storedBytes: number
  databaseBytes: number
}

type Info = {
  backup?: {
    label: string
    type: Backup['kind']
    timestamp: { start: number; stop: number }
    info: { size: number; repository?: { delta?: number } }
  }[]
}

/** The backups in the repository, oldest first. */
export async function listBackups(config: BackupConfig): Promise<Backup[]> {
  const [info] = JSON.parse(await runPgbackrest(config, ['info', '--output=json'])) as Info[]
  return (info?.backup ?? []).map(({ label, type, timestamp, info: { size, repository } }) => ({
    label,
    kind: type,
    startedAt: new Date(timestamp.start * 1000),
    endedAt: new Date(timestamp.stop * 1000),
    storedBytes: repository?.delta ?? 0,
    databaseBytes: size,
  }))
}
