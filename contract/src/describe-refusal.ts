import type { z } from 'zod'

/** What a refusal means, what to do about it, and the fields that its body adds. */
export type RefusalGuide = {
  meaning: string
  advice: string
  fields?: z.ZodObject<Record<string, z.ZodType>>
  example: { error: string; charged?: 'refunded' } & Record<string, unknown>
}

export const guide = <Fields extends Record<string, z.ZodType>>(
  meaning: string,
  advice: string,
  fields: z.ZodObject<Fields>,
  example: z.output<z.ZodObject<Fields>> & RefusalGuide['example'],
): RefusalGuide => ({ meaning, advice, fields, example })

export const plain = (meaning: string, advice: string, error: string): RefusalGuide => ({
  meaning,
  advice,
  example: { error },
})
