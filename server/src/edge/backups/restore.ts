import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Command } from '#edge/command-line'
import { readBackupFile } from '#platform/config'
import { readBackupConfig } from './read-backup-config.ts'
import { restoreData } from './restore-data.ts'

const options = {
  to: { type: 'string' },
  latest: { type: 'boolean', default: false },
  data: { type: 'string' },
  overwrite: { type: 'boolean', default: false },
  copy: { type: 'boolean', default: false },
} as const

export const restore: Command = {
  name: 'restore',
  usage:
    'restore --to TIME | --latest [--data FOLDER] [--overwrite] [--copy]\n' +
    '                                         restore the database as it was; Postgres is stopped',
  async run(args) {
    const { values } = parseArgs({ args, options })
    const to = values.to === undefined ? undefined : readTime(values.to)
    if ((to === undefined) !== values.latest) throw new Error(`usage: ${restore.usage}`)
    const config = await readBackupConfig(readBackupFile())
    const began = performance.now()
    const dataDir = resolve(values.data ?? config.dataDir)
    const wanted = { to, dataDir, mayOverwrite: values.overwrite, isCopy: values.copy }
    const { id } = await restoreData(config, wanted)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      [
        `The files of the database are in ${dataDir} after ${seconds} s (restore ${id}).`,
        'What to do next:',
        '  1. Leave api, worker and signer stopped. They refuse this database until step 4 is done.',
        '  2. Stop the engine and empty its data folder: it remembers jobs that this database does not know.',
        '  3. Start Postgres. It replays the log; its own log says when it accepts connections.',
        '  4. Run: pnpm admin migrate, then: pnpm admin finish-restore',
        '  5. Where the key of the signer is, run: pnpm admin sign-heads --restored --witness FILE',
        '  6. Start engine, worker, api and signer, then run: pnpm verify-ledger',
        ...(values.copy ? ['This is a copy: it archives nothing. Never run a worker on it.'] : []),
      ].join('\n'),
    )
    return 0
  },
}

/** Without a time zone, a moment would be another one on another machine. */
function readTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || !/(?:Z|[+-]\d\d:?\d\d)$/.test(text))
    throw new Error(
      `--to needs a time with its zone, such as 2026-11-19T14:05:30Z, not ${JSON.stringify(text)}`,
    )
  return time
}
