import { type Arguments, snake } from './check-arguments.ts'
import { compact, hasDeclaredType } from './compact.ts'
import { type Failure, fail } from './fail.ts'
import type { Tool, ToolTable } from './tool-table.ts'

/** What an endpoint answered. */
export type Sent = { status: number; data: Record<string, unknown>; headers: Record<string, string> }

type Refused = { table: ToolTable; tool: Tool; args: Arguments; sent: Sent }

export const isRefused = ({ status }: Sent): boolean => status >= 300

/** Replaces the names of HTTP fields in a message with the names of arguments and tools. */
export function toToolTerms({ toolTerms }: ToolTable, text: string): string {
  const words = new RegExp(
    Object.keys(toolTerms)
      .map((word) => `\\b${word}\\b`)
      .join('|'),
    'g',
  )
  return text.replaceAll(words, (word) => toolTerms[word] ?? word)
}

/** A refusal as the result of a tool. */
export function describeRefusal(refused: Refused): Failure {
  const { tool, table, sent } = refused
  const failure = describeCode(refused)
  if (tool.policy !== 'ONCE' || !mayHaveRun(sent)) return failure
  return fail(
    table,
    'unknown_outcome',
    `${failure.message} It is not known whether ${tool.name} was executed.`,
    {
      hint: `Call ${tool.checkWith} first. Call ${tool.name} again only if the new item is not listed.`,
    },
  )
}

function mayHaveRun({ status, data }: Sent): boolean {
  const wasRejected = data.code === 'service_unavailable' && data.charged !== 'unknown'
  return status >= 500 && !wasRejected
}

function describeCode({ table, tool, args, sent }: Refused): Failure {
  const { data } = sent
  const code = String(data.code)
  const more = passedOn(table, tool, data)
  if (code === 'internal_error' || code === 'service_unavailable') more.requestId = data.requestId
  if (typeof more.field === 'string') more.field = snake(more.field)
  more.fields = severalFields(data.fields)
  if (Array.isArray(more.existing)) Object.assign(more, compact(table.limits, table.existingShape, more))
  more.retryAfterSeconds = retryAfter(sent)
  more.clientRef = args.client_ref
  const message = toToolTerms(table, String(data.error || code))
  const charged = String(data.charged || 'none')
  const final = finalHint(code, data, tool.name)
  if (final) return { ...fail(table, code, message, { hint: final, charged, more }), retryable: false }
  const isAbsent = code === 'not_found' || code === 'not_owner'
  let hint = isAbsent ? listHint(table, args, more.field) : ''
  if (code === 'invalid_request' && more.fields)
    hint = `Fix everything in fields and call ${tool.name} again; the same call fails again.`
  const mediaId = args.media_id || args.generated_media_id || 'its id'
  return fail(table, code, message, { values: { tool: tool.name, mediaId }, hint, charged, more })
}

const passedOn = (table: ToolTable, { shape }: Tool, data: Sent['data']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => !table.reservedFields.includes(name) && hasDeclaredType(shape, name, value),
    ),
  )

/** The names of all wrong arguments, if there is more than one. */
function severalFields(fields: unknown): string[] | undefined {
  if (!Array.isArray(fields) || fields.length < 2) return undefined
  return fields.filter((field) => typeof field === 'string').map(snake)
}

function retryAfter({ headers, data }: Sent): number | undefined {
  const seconds = headers['retry-after'] || String(data.retryAfterSeconds ?? '')
  return /^\d+$/.test(seconds) ? Number(seconds) : undefined
}

/** A hint if this refusal stays, although the same code can also be temporary. */
function finalHint(code: string, data: Sent['data'], tool: string): string {
  if (code === 'media_not_completed' && (data.status === 'failed' || data.status === 'stalled'))
    return 'It has no file and was refunded. Call generate_image or generate_video with a new client_ref.'
  if (code === 'budget_exceeded' && (data.resetsAt ?? null) === null)
    return (
      `One job may cost at most ${data.limit ?? 'the limit'} credits with this key. Choose something` +
      ' cheaper, or ask the owner to raise the limit of the key.'
    )
  if (code === 'idempotency_conflict' && data.inFlight !== true)
    return `Call ${tool} with another idempotency_key: this one belongs to a report with other figures.`
  return ''
}

function listHint({ listTools }: ToolTable, args: Arguments, field: unknown): string {
  const isListed = typeof field === 'string' && field in listTools
  const named = isListed ? [field] : Object.keys(args).filter((name) => name in listTools)
  const lists = new Set(named.map((name) => listTools[name]))
  return named.length > 0 ? `Check ${named.join(' and ')}; yours are in ${[...lists].join(' and ')}.` : ''
}
