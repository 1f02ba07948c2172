import { z } from 'zod'

/**
 * What nobody can see, but a machine can read: controls other than tab and line feed, zero-width and
 * direction marks, variation selectors, tags. Hidden words in a stored text are a way to talk to an agent.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu

/** Half of a surrogate pair is no character, and no database takes it. */
const SURROGATES = /\p{Surrogate}/gu

/**
 * A text as it is stored and compared: one form, nothing invisible, nothing around it. What is invisible goes
 * first, because it may stand between a letter and its accent; so a clean text stays as it is.
 */
export const cleanText = (value: string): string =>
  value.replace(INVISIBLE, '').replace(SURROGATES, '\uFFFD').normalize('NFC').trim()

/** Lengths are counted as a person counts, in code points, after cleaning. */
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

/** ISO 8601 UTC with milliseconds and Z, as every time in every answer. */
export const time = () => z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-14T12:00:00.000Z' })

/** The sentence on every write: what happened and what comes next. */
export const message = z.string().meta({ description: 'What happened and what to do next' })
