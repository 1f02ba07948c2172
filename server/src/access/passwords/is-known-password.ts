import { leakedPasswords } from './leaked-passwords.ts'
import { usualWords } from './usual-words.ts'

/** Letters as people write them with digits and signs. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Keys and letters in a row. A run is a part of one of these, in either direction. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  '01234567890123456789',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
]
const RUN_MIN = 3
/** What a guesser need not know: a password must have this many letters apart from known parts. */
const OWN_MIN = 5
const WORDS_MAX = 3
const WORD_MIN = 3
/** Longer than any of the words, so that a long password is judged at once. */
const PART_MAX = 40

/**
 * Whether a password is among the first that a guesser tries: one that was leaked; one of the usual words,
 * also several, with digits, signs or a year around them; keys in a row; one part again and again; the
 * address of its user.
 */
export function isKnownPassword(password: string, email: string): boolean {
  const text = password.toLowerCase().normalize('NFKC')
  if (usualWords.has(text) || leakedPasswords().has(text) || isRepeated(text)) return true
  const own = partsOf(email)
  const rest = text.replaceAll(/(?:19|20)\d\d/g, ' ')
  return [rest, withLetters(rest)].some((one) => leftOver(one, own) < OWN_MIN)
}

const withLetters = (text: string): string => [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('')

/** One part of up to twenty characters, twice or more often. */
const isRepeated = (text: string): boolean => /^(.{1,20}?)\1+.{0,5}$/u.test(text)

const partsOf = (email: string): Set<string> =>
  new Set(
    email
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part.length >= WORD_MIN),
  )

/** How many letters and digits belong to nothing known, if at most three known parts are left out. */
function leftOver(text: string, own: ReadonlySet<string>): number {
  let rest = text
  for (let found = 0; found < WORDS_MAX; found++) {
    const part = longestKnown(rest, own)
    if (part === undefined) break
    rest = rest.replaceAll(part, ' ')
  }
  return rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length
}

/** The longest known part: of the usual words, of the address, or a run. */
function longestKnown(text: string, own: ReadonlySet<string>): string | undefined {
  const signs = [...text]
  for (let length = Math.min(signs.length, PART_MAX); length >= WORD_MIN; length--) {
    for (let from = 0; from + length <= signs.length; from++) {
      const part = signs.slice(from, from + length).join('')
      if (usualWords.has(part) || own.has(part) || isRun(part)) return part
    }
  }
  return undefined
}

/** Every part of a row, in either direction. */
const runs: ReadonlySet<string> = new Set(
  ROWS.flatMap((row) => [row, [...row].toReversed().join('')]).flatMap(partsOfRow),
)

function partsOfRow(row: string): string[] {
  const parts: string[] = []
  for (let from = 0; from + RUN_MIN <= row.length; from++)
    for (let to = from + RUN_MIN; to <= row.length; to++) parts.push(row.slice(from, to))
  return parts
}

/** Parts with a space in them are never one: it stands where something known was left out. */
const isRun = (part: string): boolean =>
  runs.has(part) || (part[0] !== ' ' && part[0] === part[1] && new Set(part).size === 1)
