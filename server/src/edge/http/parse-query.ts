import { explainIssue } from '@atelier/contract'
import type { z } from 'zod'
import { invalidField } from '#platform/refusal'

/** Parses the query, or throws a refusal that names the first wrong parameter. Unknown ones are dropped. */
export function parseQuery<T extends z.ZodType>(schema: T, query: unknown): z.infer<T> {
  const parsed = schema.safeParse(query, { error: explainIssue })
  if (parsed.success) return parsed.data
  throw invalidField(parsed.error.issues, 'query')
}
