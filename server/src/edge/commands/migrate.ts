import type { Command } from '#edge/command-line'
import { readCell, readMigrationUrl } from '#platform/config'
import { migrate as applyMigrations, claimCell } from '#platform/db'

export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate                                bring the database to the newest schema',
  async run() {
    const url = readMigrationUrl()
    const cell = readCell()
    await claimCell(url, cell)
    const applied = await applyMigrations(url)
    await claimCell(url, cell)
    console.log(applied.length ? `applied ${applied.join(', ')}` : 'the database is up to date')
    return 0
  },
}
