import { setSuspended } from '#access/identity'
import { type Command, loadUser, withDb } from '#edge/command-line'

export const suspendUser: Command = {
  name: 'suspend-user',
  usage: 'suspend-user <email|id>                end the sessions of a user, refuse the keys within 5 s',
  run: ([who = '']) =>
    withDb(async (db) => {
      const { id, email } = await loadUser(db, who)
      const isChanged = await setSuspended(db, id, true)
      console.log(
        isChanged
          ? `${email} is suspended. Jobs that were accepted before run to their end.`
          : `${email} was suspended before.`,
      )
      return 0
    }),
}

export const resumeUser: Command = {
  name: 'resume-user',
  usage: 'resume-user <email|id>                 end a suspension',
  run: ([who = '']) =>
    withDb(async (db) => {
      const { id, email } = await loadUser(db, who)
      const isChanged = await setSuspended(db, id, false)
      console.log(isChanged ? `${email} is active again.` : `${email} was not suspended.`)
      return 0
    }),
}
