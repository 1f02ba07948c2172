import type { IdKind } from '@atelier/contract'
import type { Random } from '../../harness/random/index.ts'
import { chooseIdentity, type Identity } from './choose-identity.ts'
import { type Expectation, either, expectOf, inTool, withAuthentication } from './expectation.ts'
import { type Environment, SHARED_REF } from './open-environment.ts'
import type { IdInput, Operation } from './read-operations.ts'
import { play, randomId, type Trick, tricks } from './tricks.ts'
import { type Blank, type Values, writeRequest } from './write-request.ts'

export type Probe = Blank & {
  /** The kind of attempt, for the table of counts. */
  trick: string
  name: string
  expect: Expectation
  /** What the request contains, and the answer may therefore repeat. */
  sent: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** There a second target is refused before the owner of the first is checked. */
const CEPS = '/api/agent/ceps'

/** The kind of id that a list endpoint returns, by the last word of its path. */
const LISTED: Record<string, IdKind> = {
  media: 'media',
  image: 'media',
  products: 'product',
  characters: 'character',
  topics: 'topic',
  notes: 'note',
}

/** Endless rounds. Each tries every trick at every id field of every operation, as a random identity. */
export function* listProbes(
  environment: Environment,
  operations: Operation[],
  random: Random,
): Generator<Probe> {
  for (;;) {
    for (const operation of operations) {
      for (const input of operation.idInputs) yield* probeInput(environment, operation, input, random)
      yield* probeWhole(environment, operation, random)
    }
    yield* probeVerbs(environment, operations, random)
    yield* probeLogIns(environment, operations, random)
  }
}

function* probeInput(
  environment: Environment,
  operation: Operation,
  input: IdInput,
  random: Random,
): Generator<Probe> {
  const { takes } = input
  if (takes === 'cursor') yield probeCursor(environment, operation, random)
  else if (takes === 'clientRef') yield probeRef(environment, operation, input, random)
  else if (takes === 'platformId') yield probePlatformId(environment, operation, input, random)
  else if (takes === 'file') yield* probeFile(environment, operation, random)
  else {
    for (const trick of tricks) {
      if (trick === 'mistyped' && (input.in !== 'json' || operation.tool)) continue
      // A session erases what its user has in either mode, so this is no wrong way.
      if (operation.name === 'requestErasure' && trick.startsWith('own')) continue
      // The list of a user's keys has those of both modes.
      if (input.field === 'keyId' && trick.endsWith('other mode')) continue
      const probe = probeTrick({ environment, operation, input, trick, random })
      if (probe) yield probe
    }
  }
}

/** One bad id among good ones; sometimes a second one, for unexpected combinations. */
function probeTrick({
  environment,
  operation,
  input,
  trick,
  random,
}: {
  environment: Environment
  operation: Operation
  input: IdInput
  trick: Trick
  random: Random
}): Probe | undefined {
  const identity = chooseIdentity(environment, operation, random)
  const values: Values = new Map()
  let inside: Expectation | undefined
  const put = (at: IdInput, played: Trick) => {
    if (!Array.isArray(at.takes)) return
    const value = play(played, at.takes, identity, random)
    // An empty argument of a tool counts as absent.
    if (value === undefined || (operation.tool && value === '')) return
    values.set(at, inList(at, value, identity, random))
    const expected = expectOf(operation, at, played)
    inside = inside ? either(inside, expected) : expected
  }
  put(input, trick)
  if (!inside) return undefined
  const second = random.next() < 0.3 && random.pick(operation.idInputs)
  const isFree = second && second !== input && second.in === input.in && operation.plain.path !== CEPS
  if (isFree) put(second, random.pick(['foreign', 'random', 'malformed'] as const))
  return finish({ operation, identity, values, inside, trick, random })
}

/** In a list it is alone, repeated or after the attacker's own id. */
function inList(input: IdInput, value: unknown, { self, mode }: Identity, random: Random): unknown {
  if (input.many === 'one' || typeof value !== 'string') return value
  const own = input.field.startsWith('product')
    ? self[mode].existing.photo?.[0]
    : self[mode].existing.photo?.[1]
  if (input.many === 'commas') return random.pick([value, `${value},${value}`])
  return random.pick([[value], [value, value], own ? [own, value] : [value]])
}

/** A cursor made from another user's rows: the answer holds the caller's own rows after it, or none. */
function probeCursor(environment: Environment, operation: Operation, random: Random): Probe {
  const identity = chooseIdentity(environment, operation, random)
  const input = operation.idInputs.find(({ takes }) => takes === 'cursor') as IdInput
  const { existing } = identity.victim.live
  const kind = LISTED[operation.path.split('/').at(-1) ?? '']
  const ids = kind && random.next() < 0.7 ? (existing[kind] ?? []) : Object.values(existing).flat()
  const ms = random.pick([0, Date.now(), Date.now() + 3_600_000, 99_999_999_999_999])
  const text = random.pick([`${ms}.${random.pick(ids)}`, `seq.${random.int(0, 99)}`])
  const cursor = random.next() < 0.8 ? Buffer.from(text).toString('base64url') : `${text}'`
  const values: Values = new Map([[input, cursor]])
  const inside = { statuses: [200, 400] }
  return finish({ operation, identity, values, inside, trick: 'cursor', random })
}

/** A clientRef of the victim: for other users it is a new one. */
function probeRef(environment: Environment, operation: Operation, input: IdInput, random: Random): Probe {
  const identity = chooseIdentity(environment, operation, random)
  const isList = operation.method === 'GET'
  const ref = isList ? `${environment.mark} ref` : SHARED_REF
  const values: Values = new Map([[input, ref]])
  const inside = isList ? { statuses: [200], isEmpty: true } : { statuses: [201, 409] }
  return finish({ operation, identity, values, inside, trick: 'clientRef', random })
}

/** The platform's id of an ad of the victim: for other users it is an ad of their own. */
function probePlatformId(
  environment: Environment,
  operation: Operation,
  input: IdInput,
  random: Random,
): Probe {
  const identity = chooseIdentity(environment, operation, random)
  const media = operation.idInputs.find(({ field }) => field === 'generatedMediaId')
  const values: Values = new Map([[input, SHARED_REF]])
  if (media) values.set(media, undefined)
  const inside = { statuses: [201, 409] }
  return finish({ operation, identity, values, inside, trick: 'platform id', random })
}

/** A file is open to every caller who knows its name, so only invented names are tried. */
function* probeFile(environment: Environment, operation: Operation, random: Random): Generator<Probe> {
  const identity = chooseIdentity(environment, operation, random)
  const input = operation.idInputs.find(({ takes }) => takes === 'file') as IdInput
  for (const kind of ['media', 'photo', 'asset', 'product'] as const) {
    const id = randomId(random, kind)
    const plain = [`${id}.png`, `${id}.jpg`, id, `../${id}.png`, `${id}.png\0`, `${id}.png/..`]
    const file = random.pick([...plain, `${id}-vertical-crop.jpg`, `${id}-feed_portrait-pad.jpg`])
    const values: Values = new Map([[input, file]])
    yield finish({ operation, identity, values, inside: { statuses: [404] }, trick: 'file', random })
  }
}

/** The operation as it is: reads with any identity, writes only with those that must be refused. */
function* probeWhole(environment: Environment, operation: Operation, random: Random): Generator<Probe> {
  if (operation.name === 'logIn' || /\{(file|ticket)\}/.test(operation.path)) return
  const identity = chooseIdentity(environment, operation, random)
  const isRead = operation.method === 'GET'
  if (!isRead && identity.refused === undefined) return
  const inside = { statuses: operation.plain.name === 'listCeps' ? [400] : [200] }
  yield finish({ operation, identity, values: new Map(), inside, trick: 'plain', random })
}

/** Every method that a path does not have, with another user's id in the path. */
function* probeVerbs(environment: Environment, operations: Operation[], random: Random): Generator<Probe> {
  for (const [path, own] of Map.groupBy(operations, (one) => one.path)) {
    const known = own.map(({ method }) => method)
    const [first] = own as [Operation]
    for (const method of METHODS) {
      if (known.includes(method) || (method === 'HEAD' && known.includes('GET'))) continue
      const operation = {
        ...first,
        name: `${method} ${path}`,
        method,
        json: { name: 'x' },
        form: undefined,
        lines: undefined,
        tool: undefined,
      }
      const identity = chooseIdentity(environment, operation, random)
      const values: Values = new Map()
      for (const input of first.idInputs.filter(({ in: at }) => at === 'path')) {
        const kinds = Array.isArray(input.takes) ? input.takes : (['media'] as const)
        values.set(input, play('foreign', [...kinds], { ...identity, victim: environment.victim }, random))
      }
      const status = path.startsWith('/mcp') && ['GET', 'HEAD', 'DELETE'].includes(method) ? 405 : 404
      const refused: Identity = { ...identity, refused: status }
      const inside = { statuses: [status] }
      yield finish({ operation, identity: refused, values, inside, trick: 'verb', random })
    }
  }
}

/** Guesses of the victim's password, and SQL injection. */
function* probeLogIns(environment: Environment, operations: Operation[], random: Random): Generator<Probe> {
  const found = operations.find(({ name }) => name === 'logIn')
  if (!found) return
  const { email } = environment.victim
  const asked = random.pick([email, `${email}' --`, ` ${email} `, email.toUpperCase(), `%`, `${email}\0`])
  const operation = { ...found, json: { email: asked, password: random.pick(['', 'x', `' or '1'='1`]) } }
  const identity = {
    ...chooseIdentity(environment, operation, random),
    headers: { origin: environment.system.baseUrl },
  }
  const inside = { statuses: [400, 401, 429] }
  yield finish({ operation, identity, values: new Map(), inside, trick: 'log-in', random })
}

function finish({
  operation,
  identity,
  values,
  inside,
  trick,
  random,
}: {
  operation: Operation
  identity: Identity
  values: Values
  /** What to expect when the identity is admitted. */
  inside: Expectation
  trick: string
  random: Random
}): Probe {
  const hasOddPath = [...values.keys()].some((input) => input.in === 'path')
  const sent = Object.fromEntries([...values].map(([input, value]) => [input.field, value]))
  return {
    ...writeRequest(operation, identity, values, random),
    trick,
    name: `${operation.name} as ${identity.name}, ${trick} ${JSON.stringify(sent)}`,
    expect: withAuthentication(identity, operation.tool ? inTool(inside) : inside, hasOddPath),
    sent: JSON.stringify(sent),
  }
}
