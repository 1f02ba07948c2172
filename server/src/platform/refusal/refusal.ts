import {
  explainIssue,
  type IdKind,
  kindOfId,
  nameOfPath,
  type RefusalCode,
  refusals,
  withArticle,
} from '@atelier/contract'
import type { z } from 'zod'

/**
 * Thrown to refuse a request: a code of the contract, a message, and the extra fields that the contract
 * promises for the code.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, message: string, extra: Record<string, unknown> = {}, headers = {}) {
    super(message)
    this.code = code
    this.extra = extra
    this.headers = headers
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** The caller has nothing with the id of a path. A mistaken kind of id is named: its prefix shows it. */
export function notFound(kind: IdKind, id: string): Refusal {
  const what = kind === 'cep' ? 'active CEP' : kind
  const given = kindOfId(id)
  const hint = given === undefined || given === kind ? '' : `: it is ${withArticle(given)} id`
  return new Refusal('not_found', `You have no ${what} with this id${hint}.`)
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

/** Returns the refusal instead of throwing it, for callers that must do something before they answer. */
export async function attempt<T>(work: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type Issue = { path: PropertyKey[]; message: string; params?: Record<string, unknown> | undefined }

/** `rows[3].clicks` in a list of objects; of a list of plain values only the name of the list. */
function nameOf([field = '', index, ...rest]: PropertyKey[]): string {
  const [property] = rest
  return property === undefined ? String(field) : `${String(field)}[${String(index)}].${String(property)}`
}

/** A list of 500 rows can have thousands of wrong fields; a few are enough to correct the request. */
const FIELDS_NAMED = 20

/**
 * The refusal for the issues of a schema: a sentence about the first one, and the names of all wrong fields,
 * so that a caller can correct them at once.
 */
export function invalidField(issues: Issue[], whole: string): Refusal {
  const [issue] = issues
  const named = issues.map(({ path }) => nameOf(path) || whole)
  const fields = [...new Set(named)].slice(0, FIELDS_NAMED)
  const [field = whole, ...others] = fields
  const sentence = `${nameOfPath(issue?.path ?? [], whole)} ${issue?.message ?? 'is not valid'}.`
  if (issue?.params?.given) return new Refusal('wrong_id_kind', sentence, { field, ...issue.params })
  const message = others.length > 0 ? `${sentence} Also missing or wrong: ${others.join(', ')}.` : sentence
  return new Refusal('invalid_request', message, { field, fields })
}

/** The parsed value; throws a refusal that names the first wrong field. */
export function parseFields<T extends z.ZodType>(schema: T, value: unknown, whole: string): z.infer<T> {
  const parsed = schema.safeParse(value, { error: explainIssue })
  if (parsed.success) return parsed.data
  throw invalidField(parsed.error.issues, whole)
}

/** The answer for everything that its owner erased. */
export const erased = (at: Date): Refusal =>
  new Refusal('erased', `This was erased on ${at.toISOString().slice(0, 10)} and cannot be restored.`, {
    erasedAt: at.toISOString(),
  })
