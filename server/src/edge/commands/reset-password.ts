import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { resetFactor as removeFactor } from '#access/factors'
import { FIRST_PASSWORD_HOURS, hashPassword, resetPassword as reset } from '#access/identity'
import { linkReset } from '#access/links'
import { type Command, loadUser, withDb } from '#edge/command-line'
import { readLinkSettings } from '#platform/config'

export const resetPassword: Command = {
  name: 'reset-password',
  usage: 'reset-password <email|id>              set a password for a day, print it once, end all sessions',
  run: ([who = '']) =>
    withDb(async (db) => {
      const { id, email } = await loadUser(db, who)
      const password = randomBytes(15).toString('base64url')
      await reset(db, id, await hashPassword(password), FIRST_PASSWORD_HOURS)
      console.log(JSON.stringify({ id, email, password }))
      return 0
    }),
}

export const resetLink: Command = {
  name: 'reset-link',
  usage: 'reset-link <email|id>                  print a one-time link that sets a new password, for an hour',
  run: ([who = '']) =>
    withDb(async (db) => {
      const { id, email } = await loadUser(db, who)
      const link = await linkReset(db, readLinkSettings().publicUrl, id)
      if (link === undefined) throw new Error(`${email} is suspended or erased`)
      console.log(link)
      return 0
    }),
}

const recognition = { 'recognized-by': { type: 'string', default: '' } } as const
const RECOGNITION = /^[^\p{C}]{8,200}$/u

/**
 * For a user who has lost the authenticator and the recovery codes. Who asks for it must be the person: the
 * operator says how that was found out, and the audit keeps it.
 */
export const resetFactor: Command = {
  name: 'reset-factor',
  usage: 'reset-factor <email|id> --recognized-by HOW   switch the second factor of a user off',
  run(args) {
    const { values, positionals } = parseArgs({ args, options: recognition, allowPositionals: true })
    const how = values['recognized-by'].trim()
    if (!RECOGNITION.test(how))
      throw new Error(`usage: ${resetFactor.usage}. HOW has 8 to 200 characters; the audit keeps it`)
    return withDb(async (db) => {
      const { id, email } = await loadUser(db, positionals[0] ?? '')
      const wasOn = await removeFactor(db, id, how)
      console.log(wasOn ? `${email} logs in with the password alone` : `${email} has no second factor`)
      return 0
    })
  },
}
