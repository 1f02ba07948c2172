import { createHash, randomBytes } from 'node:crypto'
import { findUserId, openDatabase, type SeededUser } from '../../harness/driver/index.ts'

/** A user who can call with a key, and erase with a session. */
export type ProbeUser = {
  id: string
  keyHeaders: Record<string, string>
  sessionHeaders: Record<string, string>
}

/** Sessions are inserted: so many log-ins from one address would be refused. */
export async function createUsers(databaseUrl: string, seeded: SeededUser[]): Promise<ProbeUser[]> {
  const client = await openDatabase(databaseUrl)
  const users: ProbeUser[] = []
  for (const { email, apiKey } of seeded) {
    const id = (await findUserId(client, email)) as string
    const token = randomBytes(32).toString('base64url')
    const digest = createHash('sha256').update(token).digest()
    await client.query('insert into sessions (digest, user_id) values ($1, $2)', [digest, id])
    const sessionHeaders = { cookie: `__Host-sid=${token}`, 'sec-fetch-site': 'same-origin' }
    users.push({ id, keyHeaders: { 'x-api-key': apiKey }, sessionHeaders })
  }
  await client.end()
  return users
}
