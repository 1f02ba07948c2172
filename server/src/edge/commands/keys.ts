import { listKeys } from '#access/identity'
import { type Command, loadUser, withDb } from '#edge/command-line'

export const keys: Command = {
  name: 'keys',
  usage: 'keys <email|id>                        list the keys of a user, one JSON object per line',
  run: ([who = '']) =>
    withDb(async (db) => {
      const { id } = await loadUser(db, who)
      for (const key of await listKeys(db, id)) console.log(JSON.stringify(key))
      return 0
    }),
}
