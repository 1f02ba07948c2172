import { parseArgs } from 'node:util'
import type { Command } from '#edge/command-line'
import { readBackupFile } from '#platform/config'
import { type Backup, listBackups } from './list-backups.ts'
import { readBackupConfig } from './read-backup-config.ts'
import { runPgbackrest } from './run-pgbackrest.ts'

const options = {
  full: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const

export const backup: Command = {
  name: 'backup',
  usage: 'backup [--full] [--list]               back the database up by pgBackRest; list the backups',
  async run(args) {
    const { values } = parseArgs({ args, options })
    const config = await readBackupConfig(readBackupFile())
    if (!values.list) {
      // Each of these finds nothing to do when it was done before.
      await runPgbackrest(config, ['stanza-create'])
      await runPgbackrest(config, ['check'])
      await runPgbackrest(config, ['backup', `--type=${values.full ? 'full' : 'incr'}`])
    }
    const backups = await listBackups(config)
    for (const one of values.list ? backups : backups.slice(-1)) console.log(describe(one))
    const [first] = backups
    if (!first) {
      console.log('there is no backup yet: run pnpm admin backup --full')
      return 1
    }
    console.log(
      `pnpm admin restore can reach every moment after ${first.endedAt.toISOString()}; ${config.retention}`,
    )
    return 0
  },
}

const MB = 1e6

function describe({ label, kind, startedAt, endedAt, databaseBytes, storedBytes }: Backup): string {
  const seconds = (endedAt.getTime() - startedAt.getTime()) / 1000
  return (
    `${label}: ${kind} backup, ended ${endedAt.toISOString()} after ${seconds} s; the database has ` +
    `${(databaseBytes / MB).toFixed(1)} MB, ${(storedBytes / MB).toFixed(1)} MB of them stored by this backup`
  )
}
