import { z } from 'zod'

/** Lengths are counted as a person counts, in code points, after trimming. */
export const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine((value) => between(codePoints(value), min, max), {
      error: `must have ${min} to ${max} characters`,
    })
    .refine((value) => !value.includes('\0'), { error: 'must not contain the character NUL' })
    .meta({ minLength: min, maxLength: max })

const between = (count: number, min: number, max: number) => count >= min && count <= max

function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

/** ISO 8601 UTC with milliseconds and Z, as every time in every answer. */
export const time = () => z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-14T12:00:00.000Z' })
