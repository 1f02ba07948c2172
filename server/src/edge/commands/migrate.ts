import { readDatabaseUrl } from '#platform/config'
import { migrate as bringUpToDate } from '#platform/db'
import type { Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate                                bring the database to the newest schema',
  async run() {
    const done = await bringUpToDate(readDatabaseUrl())
    console.log(done.length ? `applied ${done.join(', ')}` : 'the database is up to date')
    return 0
  },
}
