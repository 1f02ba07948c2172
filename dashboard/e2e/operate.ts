import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Dev } from './start-dev.ts'

const run = promisify(execFile)
const SERVER = join(import.meta.dirname, '..', '..', 'server')
const ADMIN = join(SERVER, 'src', 'entry', 'admin.ts')

type Connection = {
  connect(): Promise<void>
  query(statement: string): Promise<unknown>
  end(): Promise<void>
}
type Driver = { Client: new (url: string) => Connection }

/** A command of the operator. */
export async function runAdmin({ baseUrl, databaseUrl }: Dev, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PUBLIC_URL: baseUrl }
  return (await run(process.execPath, [ADMIN, ...args], { env })).stdout.trim()
}

/** What no command does: time passes, a role is taken away. */
export async function changeRows({ databaseUrl }: Dev, statement: string): Promise<void> {
  // The driver is a package of the server: no page needs it.
  const { Client } = createRequire(join(SERVER, 'package.json'))('pg') as Driver
  const connection = new Client(databaseUrl)
  await connection.connect()
  await connection.query(statement).finally(() => connection.end())
}

/** Secrets need a password of the last minutes: `hours` from now, all sessions of this user gave theirs. */
export const movePassword = (dev: Dev, email: string, hours: number): Promise<void> =>
  changeRows(
    dev,
    `update sessions set proved_at = now() + interval '${hours} hours'
     where user_id = (select id from users where email = '${email}')`,
  )
