import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callAs, logIn, type OpenSystem, type SeededUser, sendRequest } from '../../harness/driver/index.ts'
import type { Canaries } from './canaries.ts'

/** A network has few log-ins in a minute. */
const USERS_PER_NETWORK = 5

/** What callers of the storm hold. */
export type Holder = { apiKey: string; headers: Record<string, string> }

/** Users get keys, passwords, sessions and second factors; the operator links. All of it is remembered. */
export async function makeSecrets(opened: OpenSystem, canaries: Canaries): Promise<Holder[]> {
  const { system, users, seeded, dir } = opened
  for (const { apiKey } of [...Object.values(seeded).flat()]) canaries.add('key', apiKey)
  const holders: Holder[] = []
  for (const [i, user] of users.entries())
    holders.push(await makeOwn(system.baseUrl, user, canaries, 1 + Math.floor(i / USERS_PER_NETWORK)))
  for (const what of ['invite', 'reset-link'] as const) {
    const whom = what === 'invite' ? 'guest@atelier.test' : (users[0]?.email ?? '')
    canaries.add(what, /#(\S+)/.exec(await system.admin(what, whom))?.[1])
  }
  const { env } = system
  canaries.add('secret of callbacks', env.CALLBACK_SECRET)
  canaries.add('key of second factors', env.FACTOR_KEYS)
  canaries.add('key of the storage', env.S3_SECRET_ACCESS_KEY)
  canaries.add('key of the signer', readFileSync(join(dir, 'signer', 'key.pem'), 'utf8').split('\n')[1])
  return holders
}

async function makeOwn(
  baseUrl: string,
  user: SeededUser,
  canaries: Canaries,
  network: number,
): Promise<Holder> {
  const sessionOf = (cookie: string | undefined) => canaries.add('session', cookie?.split('=')[1])
  const first = await logIn(baseUrl, user, `127.0.9.${network}`)
  sessionOf(first.cookie)
  const body = { oldPassword: user.password, newPassword: canaries.newPassword('password') }
  const target = { baseUrl, headers: first }
  const changed = await sendRequest(target, 'POST', '/api/account/password', { body })
  const [cookie = ''] = String(changed.headers['set-cookie'] ?? '').split(';')
  sessionOf(cookie)
  const headers = { ...first, cookie }
  const call = callAs(baseUrl, headers)
  const { secret, id } = await call('POST', '/api/account/keys', { body: { name: 'night agent' } }).then(
    (made) => ({ secret: made.secret as string, id: (made.key ?? made).id as string }),
  )
  canaries.add('key', secret)
  const rotated = await call('POST', `/api/account/keys/${id}/rotate`, { body: {} })
  canaries.add('key', rotated.secret)
  const factor = await call('POST', '/api/account/factor')
  canaries.add('secret of a second factor', factor.secret)
  return { apiKey: rotated.secret, headers }
}
