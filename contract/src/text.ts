import { z } from 'zod'

/**
 * Invisible characters: controls other than tab and line feed, zero-width and direction marks, variation
 * selectors, tags. Text hidden in them could instruct an agent that reads a stored text.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu

/** An unpaired surrogate is not a character, and databases refuse it. */
const SURROGATES = /\p{Surrogate}/gu

/**
 * A text as it is stored and compared: normalized, without invisible characters, trimmed. Invisible
 * characters are removed before normalizing, because they can separate a letter from its accent. The
 * function is idempotent.
 */
export const cleanText = (value: string): string =>
  value.replace(INVISIBLE, '').replace(SURROGATES, '\uFFFD').normalize('NFC').trim()

/** Lengths are counted in code points, after cleaning. */
export const text = (min: number, max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .refine((value) => between(codePoints(value), min, max), {
      error: ({ input }) =>
        codePoints(String(input)) > max ? `must be at most ${max} characters` : 'must not be empty',
    })
    .meta({ minLength: min, maxLength: max, ...(min > 0 && { pattern: '\\S' }) })

const between = (count: number, min: number, max: number) => count >= min && count <= max

function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

/** The error of a number in a query, which arrives as text. */
export const outOfRange = (min: number, max: number) => ({
  error: ({ input }: { input?: unknown }) => {
    const isWhole = /^-?[0-9]+$/.test(String(input))
    return `must be ${isWhole ? '' : 'a whole number '}between ${min} and ${max}`
  },
})

/** ISO 8601 UTC with milliseconds and Z, the format of every time in a response. */
export const time = () => z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-14T12:00:00.000Z' })

export const message = z.string().meta({ description: 'What happened and what to do next' })
