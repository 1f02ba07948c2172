import { type IdKind, idKinds } from '@atelier/contract'
import type { Ids } from '../../harness/driver/index.ts'
import type { Random } from '../../harness/random/index.ts'
import type { Mode, User } from './create-user.ts'

export const tricks = [
  'foreign',
  'foreign, other mode',
  'foreign, deleted',
  'own, deleted',
  'own, other mode',
  'random',
  'malformed',
  'unstorable',
  'wrong kind',
  'mistyped',
] as const

export type Trick = (typeof tricks)[number]

/** Whose key is used in which mode, and against whom. */
export type Sides = { self: User; mode: Mode; victim: User }

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LONG = 300

export const randomId = (random: Random, kind: IdKind): string =>
  `${idKinds[kind]}_${Array.from({ length: 22 }, () => random.pick([...BASE62])).join('')}`

const other = (mode: Mode): Mode => (mode === 'live' ? 'test' : 'live')

/**
 * A value for a field that takes ids of these kinds; undefined when there is none, because not everything can
 * be deleted.
 */
export function play(trick: Trick, kinds: IdKind[], sides: Sides, random: Random): unknown {
  const { self, mode, victim } = sides
  const among = (things: Ids) => pickOf(random, things, kinds)
  switch (trick) {
    case 'foreign':
      // For a test key the live content of its own user is foreign too.
      return self === victim ? undefined : among(victim[mode].existing)
    case 'foreign, other mode':
      return among(victim[other(mode)].existing)
    case 'foreign, deleted':
      return among(victim[mode].deleted)
    case 'own, deleted':
      return among(self[mode].deleted)
    case 'own, other mode':
      return among(self[other(mode)].existing)
    case 'random':
      return randomId(random, random.pick(kinds))
    case 'malformed':
      return mangle(among(victim.live.existing) ?? randomId(random, random.pick(kinds)), random)
    case 'unstorable':
      return `${among(victim.live.existing) ?? 'x'}${random.pick(['\0', '\0.png', '\ud800'])}`
    case 'wrong kind': {
      const strange = Object.keys(idKinds).filter((kind) => !kinds.includes(kind as IdKind)) as IdKind[]
      return pickOf(random, victim.live.existing, strange)
    }
    case 'mistyped':
      return random.pick([7, true, null, {}, [[]], { id: among(victim.live.existing) }])
    default:
      return trick satisfies never
  }
}

function pickOf(random: Random, things: Ids, kinds: IdKind[]): string | undefined {
  const ids = kinds.flatMap((kind) => things[kind] ?? [])
  return ids.length > 0 ? random.pick(ids) : undefined
}

/** Texts that are no ids, but that careless code might read as the id inside them. */
const mangle = (id: string, random: Random): string =>
  random.pick([
    '',
    ' ',
    ` ${id}`,
    `${id} `,
    `${id}\n`,
    `\u00a0${id}`,
    `${id}\u200b`,
    id.toUpperCase(),
    id.toLowerCase(),
    id.slice(0, -1),
    `${id}0`,
    id.replace('_', '\uff3f'),
    `${id.slice(0, -1)}\u0430`,
    `../${id}`,
    `..\\${id}`,
    `./${id}`,
    `${id}/../${id}`,
    `${id}/`,
    '../../health',
    `${id}' or '1'='1`,
    `' or 1=1 --`,
    `${id}'; drop table media; --`,
    `${id}" or ""="`,
    `{${id}}`,
    `%${id.slice(-6)}`,
    `${id.slice(0, 8)}%`,
    `${encodeURIComponent(id)}%00`,
    id.replace('_', '%5F'),
    '%2e%2e%2f',
    '*',
    'null',
    'undefined',
    '[object Object]',
    id.repeat(Math.ceil(LONG / id.length)),
    `${'a'.repeat(LONG)}`,
    '\u202e\u{1f426}\u0301',
  ])
