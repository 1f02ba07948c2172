import { parseArgs } from 'node:util'
import { grant } from '#access/credits'
import { createKey, createUser, hashPassword } from '#access/identity'
import type { Db } from '#platform/db'
import { type Command, withDb } from './command.ts'

type Person = { email: string; password: string; apiKey: string }

const PASSWORD = 'atelier-dev-only'
const PLENTY = 1_000_000

/**
 * People for development and tests. They share one password, whose hash is computed once: it protects
 * nothing.
 */
export const seed: Command = {
  name: 'seed',
  usage: 'seed [--users N] [--json]              people to try things with, and N more',
  async run(words) {
    const { values } = parseArgs({
      args: words,
      options: { users: { type: 'string', default: '0' }, json: { type: 'boolean', default: false } },
    })
    return withDb(async (db) => {
      const passwordHash = await hashPassword(PASSWORD)
      const person = (name: string, credits = PLENTY, role?: 'admin') =>
        createPerson(db, { name, credits, passwordHash, ...(role && { role }) })
      const people = {
        owner: await person('owner'),
        stranger: await person('stranger'),
        admin: await person('admin', PLENTY, 'admin'),
        poor: await person('poor', 1_000),
        users: [] as Person[],
      }
      for (let i = 1; i <= Number(values.users); i++) people.users.push(await person(`user${i}`))
      console.log(JSON.stringify(people, null, values.json ? 0 : 2))
      return 0
    })
  },
}

type NewPerson = { name: string; credits: number; passwordHash: string; role?: 'admin' }

async function createPerson(db: Db, { name, credits, passwordHash, role }: NewPerson): Promise<Person> {
  const email = `${name}@atelier.test`
  const id = await createUser(db, { email, passwordHash, ...(role && { role }) })
  if (!id) throw new Error(`${email} is there already: seed an empty database`)
  const { secret } = await createKey(db, id, { name: 'development' })
  await grant(db, { userId: id, amount: credits, kind: 'grant', note: 'to try things with' })
  return { email, password: PASSWORD, apiKey: secret }
}
