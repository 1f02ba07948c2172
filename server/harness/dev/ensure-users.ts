import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Admin } from '../processes/index.ts'

type User = { email: string; password: string; apiKey: string }
export type SeededUsers = { owner: User; stranger: User; admin: User; poor: User; users: User[] }

/**
 * A key is shown once, when it is created: the database stores only its hash. So the users of the first start
 * are written to a file that only its owner may read, and later starts read them from there.
 */
export async function ensureUsers(file: string, users: number, admin: Admin): Promise<SeededUsers> {
  const known = await readUsers(file)
  if (!known) return createUsers(file, users, admin)
  if (known.users.length < users) {
    throw new Error(
      `the data has ${known.users.length} more users, not ${users}: make them with --fresh --users ${users}`,
    )
  }
  return { ...known, users: known.users.slice(0, users) }
}

async function createUsers(file: string, users: number, admin: Admin): Promise<SeededUsers> {
  const text = await admin('seed', '--known-passwords', '--users', String(users), '--json').catch(
    (error: Error) => {
      throw new Error(`${error.message.trimEnd()}\nIf an earlier start was interrupted, start with --fresh.`)
    },
  )
  const seeded: SeededUsers = JSON.parse(text)
  await writeFile(`${file}.new`, `${JSON.stringify(seeded, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return seeded
}

async function readUsers(file: string): Promise<SeededUsers | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
