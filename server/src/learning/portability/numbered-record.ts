import type { MemoryRecord } from '@atelier/contract'
import { Refusal } from '#platform/refusal'

/** A record and the number of its line, from 1. */
export type NumberedRecord = MemoryRecord & { line: number }

type Issue = { path: PropertyKey[]; message: string }

/** The refusal of a line. `problem` never contains text of the line. */
export const badLine = (line: number, problem: string): Refusal =>
  new Refusal('invalid_request', `Line ${line}: ${problem}. Nothing was imported.`, { field: `line ${line}` })

/** The refusal for the first issue of a schema, with the name of the field inside the record. */
export function badField(line: number, issues: readonly Issue[]): Refusal {
  const [issue] = issues
  const name = issue?.path.filter((part) => part !== 'record').join('.') || 'the line'
  return badLine(line, `${name} ${issue?.message ?? 'is not valid'}`)
}
