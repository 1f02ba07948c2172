import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, withDb } from '#edge/command-line'
import { archivePartitions as archive } from '#production/media'

export const archivePartitions: Command = {
  name: 'archive-partitions',
  usage:
    'archive-partitions --before YYYY-MM-DD --out FOLDER\n' +
    '                                         write old settled media into files and remove their partitions',
  async run(args) {
    const { values } = parseArgs({ args, options: { before: { type: 'string' }, out: { type: 'string' } } })
    const before = new Date(values.before ?? '')
    if (Number.isNaN(before.getTime()) || !values.out) throw new Error('--before and --out are needed')
    const folder = values.out
    await mkdir(folder, { recursive: true })
    return withDb(async (db) => {
      for await (const { name, rows, file, sha256, stays } of archive(db, before, folder))
        console.log(stays ? `${name} stays: ${stays}` : `${file}: ${rows} media, SHA-256 ${sha256}`)
      return 0
    })
  },
}
