import { parseArgs } from 'node:util'
import { grant } from '#access/credits'
import { createKey, createUser, hashPassword } from '#access/identity'
import { type Command, withDb } from '#edge/command-line'
import type { Db } from '#platform/db'

type SeededUser = { email: string; password: string; apiKey: string }

const PASSWORD = 'atelier-dev-only'
const DEFAULT_CREDITS = 1_000_000

/**
 * Users for development and tests. They share one password, whose hash is computed once: it protects nothing.
 */
export const seed: Command = {
  name: 'seed',
  usage: 'seed --known-passwords [--users N] [--json]   create users for development, and N more',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        users: { type: 'string', default: '0' },
        json: { type: 'boolean', default: false },
        domain: { type: 'string', default: 'atelier.test' },
        'known-passwords': { type: 'boolean', default: false },
      },
    })
    if (!values['known-passwords'])
      throw new Error(
        'the seeded users have a password that everybody can read in the source code; ' +
          'for a development system repeat the command with --known-passwords, elsewhere use create-user',
      )
    return withDb(async (db) => {
      const passwordHash = await hashPassword(PASSWORD)
      const create = (name: string, credits = DEFAULT_CREDITS, role?: 'admin') =>
        createSeededUser(db, {
          email: `${name}@${values.domain}`,
          credits,
          passwordHash,
          ...(role && { role }),
        })
      const seeded = {
        owner: await create('owner'),
        stranger: await create('stranger'),
        admin: await create('admin', DEFAULT_CREDITS, 'admin'),
        poor: await create('poor', 1_000),
        users: [] as SeededUser[],
      }
      for (let i = 1; i <= Number(values.users); i++) seeded.users.push(await create(`user${i}`))
      console.log(JSON.stringify(seeded, null, values.json ? 0 : 2))
      return 0
    })
  },
}

type SeedRequest = { email: string; credits: number; passwordHash: string; role?: 'admin' }

async function createSeededUser(
  db: Db,
  { email, credits, passwordHash, role }: SeedRequest,
): Promise<SeededUser> {
  const id = await createUser(db, { email, passwordHash, ...(role && { role }) })
  if (!id) throw new Error(`${email} already exists: seed an empty database`)
  const { secret } = await createKey(db, id, { name: 'development' })
  await grant(db, { userId: id, amount: credits, kind: 'grant', note: 'for development' })
  return { email, password: PASSWORD, apiKey: secret }
}
