import type { z } from 'zod'
import { Refusal } from '#refusal'

/**
 * The query as its schema reads it; the first thing that is wrong is named. Unknown parameters are ignored.
 */
export function readQuery<T extends z.ZodType>(schema: T, query: unknown): z.infer<T> {
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? 'query')
  throw new Refusal('invalid_request', `${field}: ${issue?.message ?? 'is wrong'}.`, { field })
}
