import { readMigrationUrl } from '#platform/config'
import { migrate as applyMigrations } from '#platform/db'
import type { Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate                                bring the database to the newest schema',
  async run() {
    const applied = await applyMigrations(readMigrationUrl())
    console.log(applied.length ? `applied ${applied.join(', ')}` : 'the database is up to date')
    return 0
  },
}
