import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, loadUser, withStorage } from '#edge/command-line'
import { exportUser as write } from '#privacy/exports'

export const exportUser: Command = {
  name: 'export-user',
  usage: 'export-user <email|id> [--out FOLDER]  write everything about a user into a new folder',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' } },
    })
    const [who = ''] = positionals
    return withStorage(async (app) => {
      const { id } = await loadUser(app.db, who)
      const folder = values.out ?? `export-${id}`
      await mkdir(folder)
      const { rows, files } = await write(app, id, folder)
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
      console.log(`${folder}: ${total} rows of ${Object.keys(rows).length} tables, ${files} files`)
      return 0
    })
  },
}
