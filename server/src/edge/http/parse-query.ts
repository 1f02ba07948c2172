import { explainIssue } from '@atelier/contract'
import type { z } from 'zod'
import { invalidField } from '#platform/refusal'
import { badField, isStorable, unstorable } from './refuse-request.ts'

/** Parses the query, or throws a refusal that names the first wrong parameter. Unknown ones are dropped. */
export function parseQuery<T extends z.ZodType>(schema: T, query: unknown): z.infer<T> {
  const parsed = schema.safeParse(query, { error: explainIssue })
  if (parsed.success) return parsed.data
  throw invalidField(parsed.error.issues, 'query')
}

/** The fields of an urlencoded body, each once and with text that Postgres can store. */
export function parseEncoded(bytes: Buffer): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (fields.has(name)) throw badField('body', 'The body has a field more than once.')
    if (!isStorable(name) || !isStorable(value)) throw unstorable('body')
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}
