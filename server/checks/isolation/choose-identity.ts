import { randomBytes } from 'node:crypto'
import { OWNER_PATH } from '@atelier/contract'
import type { Random } from '../../harness/random/index.ts'
import { withChecksum } from '../../src/access/identity/key-text.ts'
import type { Environment } from './open-environment.ts'
import type { Operation } from './read-operations.ts'
import type { Sides } from './tricks.ts'

/** The identity of a request. `refused`: the status that authentication alone must answer. */
export type Identity = Sides & {
  name: string
  headers: Record<string, string>
  query?: Record<string, string>
  refused?: number
}

/** A well-formed key with a valid checksum that was never issued. */
const inventKey = () => withChecksum(`hsk_${randomBytes(43).toString('hex').slice(0, 43)}`)

/** Half of the time an identity with every right; else one without. */
export function chooseIdentity(environment: Environment, operation: Operation, random: Random): Identity {
  const self = random.pick(environment.attackers)
  const sides: Sides = { self, mode: 'live', victim: environment.victim }
  const as = (name: string, headers: Record<string, string>, more: Partial<Identity> = {}): Identity => ({
    name,
    headers,
    ...sides,
    ...more,
  })
  if (operation.auth === 'open') return as('unauthenticated', {})
  const isGood = random.next() < 0.5
  const { twin } = environment
  if (operation.auth === 'session' && isGood && operation.path.startsWith(OWNER_PATH))
    return random.pick([
      as('session', self.page),
      as('session in test mode', self.page, { mode: 'test' }),
      as('session of the victim in test mode', twin.page, { self: twin, victim: twin, mode: 'test' }),
    ])
  // For who is no admin, these do not exist.
  if (isGood && operation.path.startsWith('/api/admin/')) return as('session', self.page, { refused: 404 })
  if (operation.auth === 'session')
    return isGood ? as('session', self.page) : random.pick(badSessions(environment, operation, sides, random))
  const key = (text: string) => ({ 'x-api-key': text })
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
  // Tokens open /mcp and nothing else.
  const takesTokens = operation.path === '/mcp'
  if (isGood) {
    const { live } = self.keys
    const token = takesTokens ? [as('token', bearer(self.token))] : []
    return random.pick([as('key', key(live)), as('bearer', bearer(live)), ...token])
  }
  const scoped = (scope: 'read' | 'cep') =>
    as(
      `${scope} key`,
      key(self.keys[scope]),
      operation.scope === scope || operation.tool ? {} : { refused: 403 },
    )
  const choices: Identity[] = [
    scoped('read'),
    scoped('cep'),
    as('test key', key(self.keys.test), { mode: 'test' }),
    as('test key of the victim', key(twin.keys.test), { self: twin, victim: twin, mode: 'test' }),
    as('revoked key', key(self.keys.revoked), { refused: operation.tool ? 401 : 403 }),
    as('token', bearer(self.token), takesTokens ? {} : { refused: 401 }),
    as('mistyped token', bearer(`${environment.victim.token.slice(0, -1)}!`), { refused: 401 }),
    as('no key', {}, { refused: 401 }),
    as('invented key', key(inventKey()), { refused: 401 }),
    as('mistyped key', key(`${environment.victim.keys.live.slice(0, -1)}!`), { refused: 401 }),
    as('start of a key', key(environment.victim.keys.live.slice(0, 12)), { refused: 401 }),
    as('two keys', { ...key(self.keys.live), ...bearer(self.keys.read) }, { refused: 401 }),
    as('key in the address', {}, { query: { 'x-api-key': self.keys.live }, refused: 401 }),
    as('session', self.page, { refused: 401 }),
    as('key as a cookie', { cookie: `__Host-sid=${self.keys.live}` }, { refused: 401 }),
  ]
  return random.pick(choices)
}

function badSessions(
  environment: Environment,
  { method }: Operation,
  sides: Sides,
  random: Random,
): Identity[] {
  const { self } = sides
  const as = (name: string, headers: Record<string, string>): Identity => ({
    name,
    headers,
    ...sides,
    refused: 401,
  })
  const token = (environment.victim.page.cookie ?? '').split('=').at(-1) ?? ''
  const origin = { origin: environment.system.baseUrl }
  const guesses = [
    randomBytes(32).toString('base64url'),
    token.slice(0, -1),
    `${token.slice(0, -1)}!`,
    token.toLowerCase(),
    `${token.slice(0, 40)}%00`,
    `' or '1'='1`,
    '',
    'a'.repeat(2_000),
  ]
  const unsafe = [as('session from elsewhere', { ...self.page, origin: 'https://elsewhere.example' })]
  return [
    as('key', { 'x-api-key': self.keys.live, ...origin }),
    as('bearer', { authorization: `Bearer ${self.keys.live}`, ...origin }),
    as('unauthenticated', origin),
    as('guessed session', { cookie: `__Host-sid=${random.pick(guesses)}`, ...origin }),
    as('cookie of another name', { cookie: (self.page.cookie ?? '').replace('__Host-', ''), ...origin }),
    ...(method === 'GET' ? [] : unsafe),
  ]
}
