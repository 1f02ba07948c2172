import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Admin } from '../processes/index.ts'

type Person = { email: string; password: string; apiKey: string }
export type People = { owner: Person; stranger: Person; admin: Person; poor: Person; users: Person[] }

/**
 * A key is shown once, when it is made, and the database keeps only its hash. So the people of the first
 * start are written to a file that only its owner may read, and later starts show them from there.
 */
export async function loadPeople(file: string, users: number, admin: Admin): Promise<People> {
  const known = await readPeople(file)
  if (!known) return createPeople(file, users, admin)
  if (known.users.length < users) {
    throw new Error(
      `the data has ${known.users.length} more users, not ${users}: make them with --fresh --users ${users}`,
    )
  }
  return { ...known, users: known.users.slice(0, users) }
}

async function createPeople(file: string, users: number, admin: Admin): Promise<People> {
  const text = await admin('seed', '--users', String(users), '--json').catch((error: Error) => {
    throw new Error(`${error.message.trimEnd()}\nIf an earlier start was cut short, begin anew with --fresh.`)
  })
  const people: People = JSON.parse(text)
  await writeFile(`${file}.new`, `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return people
}

async function readPeople(file: string): Promise<People | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
