import { parseArgs } from 'node:util'
import { languages } from '@atelier/contract'
import { inviteUser, listInvitations, makeSetupLink, revokeInvitation } from '#access/members'
import { type Command, withDb } from '#edge/command-line'
import { readLinkSettings } from '#platform/config'

const options = { language: { type: 'string', default: 'en' } } as const

export const setupLink: Command = {
  name: 'setup-link',
  usage: 'setup-link                             print a one-time link that makes the first admin, for a day',
  run: () =>
    withDb(async (db) => {
      const link = await makeSetupLink(db, readLinkSettings().publicUrl, { isFirst: false })
      if (!link) throw new Error('there is an admin already; create-user --admin makes another one')
      console.log(link)
      return 0
    }),
}

export const invite: Command = {
  name: 'invite',
  usage: 'invite <email> [--language en|zh]      print a one-time link that makes this user; mail one, too',
  async run(args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [email = ''] = positionals
    const language = languages.find((one) => one === values.language)
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || !language) throw new Error(`usage: ${invite.usage}`)
    return withDb(async (db) => {
      const invited = { email, language, invitedBy: null }
      console.log(JSON.stringify(await inviteUser(db, readLinkSettings(), invited)))
      return 0
    })
  },
}

export const invitations: Command = {
  name: 'invitations',
  usage: 'invitations                            list the newest invitations, one JSON object per line',
  run: () =>
    withDb(async (db) => {
      for (const invitation of await listInvitations(db)) console.log(JSON.stringify(invitation))
      return 0
    }),
}

export const revokeInvite: Command = {
  name: 'revoke-invitation',
  usage: 'revoke-invitation <id>                 end an invitation that was not accepted',
  run: ([id = '']) =>
    withDb(async (db) => {
      await revokeInvitation(db, id)
      console.log(`${id} is revoked`)
      return 0
    }),
}
