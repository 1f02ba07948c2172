import { explainIssue, nameOfPath, type RefusalCode, refusals } from '@atelier/contract'
import type { z } from 'zod'

/**
 * A request that is answered with "no": a code of the closed table, a sentence, and what the code promises
 * beside it.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, sentence: string, extra: Record<string, unknown> = {}, headers = {}) {
    super(sentence)
    this.code = code
    this.extra = extra
    this.headers = headers
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/**
 * The body did not arrive in full or in time. Such a request is answered without a database statement:
 * thousands of them may end at the same moment.
 */
export class IncompleteRequest extends Refusal {
  constructor(sentence: string) {
    super('invalid_request', sentence, { field: 'body' })
  }
}

/** What the work gives, or why it was refused, for whoever has something to do before saying so. */
export async function attempt<T>(work: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type Issue = { path: PropertyKey[]; message: string; params?: Record<string, unknown> | undefined }

/** `rows[3].clicks` inside a list of things; a list of plain values is meant as a whole. */
function nameOf([field = '', index, ...rest]: PropertyKey[]): string {
  const [property] = rest
  return property === undefined ? String(field) : `${String(field)}[${String(index)}].${String(property)}`
}

/** What a schema did not take: the first thing that is wrong, by its name. */
export function invalidField(issues: Issue[], whole: string): Refusal {
  const [issue] = issues
  const field = nameOf(issue?.path ?? []) || whole
  const sentence = `${nameOfPath(issue?.path ?? [], whole)} ${issue?.message ?? 'is not valid'}.`
  if (issue?.params?.given) return new Refusal('wrong_id_kind', sentence, { field, ...issue.params })
  return new Refusal('invalid_request', sentence, { field })
}

/** The value as its schema reads it, or the first thing that is wrong with it, by its name. */
export function parseFields<T extends z.ZodType>(schema: T, value: unknown, whole: string): z.infer<T> {
  const parsed = schema.safeParse(value, { error: explainIssue })
  if (parsed.success) return parsed.data
  throw invalidField(parsed.error.issues, whole)
}
