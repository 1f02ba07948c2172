import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createUser as create, createKey, hashPassword } from '#access/identity'
import { type Command, withDb } from './command.ts'

export const createUser: Command = {
  name: 'create-user',
  usage: 'create-user <email> [--admin]          create a user; prints its password and API key once',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { admin: { type: 'boolean', default: false } },
    })
    const email = positionals[0] ?? ''
    if (!/^\S+@\S+$/.test(email)) throw new Error(`usage: ${createUser.usage}`)
    return withDb(async (db) => {
      const password = randomBytes(15).toString('base64url')
      const role = values.admin ? 'admin' : 'user'
      const id = await create(db, { email, passwordHash: await hashPassword(password), role })
      if (!id) throw new Error(`a user ${email} already exists`)
      const { secret } = await createKey(db, id, { name: 'first key' })
      console.log(JSON.stringify({ id, email, password, apiKey: secret }))
      return 0
    })
  },
}
