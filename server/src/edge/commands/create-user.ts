import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createUser as create, createKey, hashPassword } from '#access/identity'
import { type Command, withDb } from '#edge/command-line'
import { readCell } from '#platform/config'
import { findCellOfEmail } from '#platform/router'

export const createUser: Command = {
  name: 'create-user',
  usage:
    'create-user <email> [--admin] [--maps folder]\n' +
    '                                         create a user; prints its key, and a password for a day, once',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { admin: { type: 'boolean', default: false }, maps: { type: 'string' } },
    })
    const email = positionals[0] ?? ''
    if (!/^\S+@\S+$/.test(email)) throw new Error(`usage: ${createUser.usage}`)
    if (values.maps !== undefined) await refuseTaken(values.maps, email)
    return withDb(async (db) => {
      const password = randomBytes(15).toString('base64url')
      const role = values.admin ? 'admin' : 'user'
      const id = await create(db, {
        email,
        passwordHash: await hashPassword(password),
        role,
        isFirstPassword: true,
      })
      if (!id) throw new Error(`a user ${email} already exists`)
      const { secret } = await createKey(db, id, { name: 'first key' })
      console.log(JSON.stringify({ id, email, password, apiKey: secret }))
      return 0
    })
  },
}

/** No database knows the users of another cell; the maps of the router do. */
async function refuseTaken(folder: string, email: string): Promise<void> {
  const cell = await findCellOfEmail(folder, email)
  if (cell !== undefined && cell !== readCell()) throw new Error(`a user ${email} exists in the cell ${cell}`)
}
