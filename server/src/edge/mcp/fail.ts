import { isEmpty } from './check-arguments.ts'
import { truncate } from './compact.ts'
import type { ToolTable } from './tool-table.ts'

export type Result = { ok: boolean } & Record<string, unknown>

export type Failure = Result & { hint: string; retryable: boolean; message: string }

type Details = {
  /** Fill only the hint. */
  values?: Record<string, unknown>
  hint?: string
  charged?: string
  /** Fields of the result, which fill the hint as well. */
  more?: Record<string, unknown>
}

/** An expected failure is a normal result: what happened, what it cost, and which tool to call next. */
export function fail(
  table: ToolTable,
  code: string,
  message: string,
  { values = {}, hint = '', charged = 'none', more = {} }: Details = {},
): Failure {
  const details = Object.fromEntries(Object.entries(more).filter(([, value]) => !isEmpty(value)))
  const known: Record<string, unknown> = { ...table.defaultHintValues, ...details, ...values }
  const fill = (template: string) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? `<${name}>`))
  return {
    ok: false,
    code,
    message: truncate(table.limits, message, table.limits.messageCharacters),
    hint: hint || fill(table.hints[code] ?? table.defaultHint),
    retryable: table.retryable.includes(code),
    charged,
    ...details,
  }
}
