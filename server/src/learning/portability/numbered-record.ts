import type { MemoryRecord } from '@atelier/contract'
import { Refusal } from '#platform/refusal'

/** A record, and the line of the file that it stands in; the first is 1. */
export type NumberedRecord = MemoryRecord & { line: number }

type Issue = { path: PropertyKey[]; message: string }

/** What is wrong with a line. `said` never holds a text of the line itself. */
export const badLine = (line: number, problem: string): Refusal =>
  new Refusal('invalid_request', `Line ${line}: ${problem}. Nothing was imported.`, { field: `line ${line}` })

/** The first thing that a schema did not take, by its name inside the record. */
export function badField(line: number, issues: readonly Issue[]): Refusal {
  const [issue] = issues
  const name = issue?.path.filter((part) => part !== 'record').join('.') || 'the line'
  return badLine(line, `${name} ${issue?.message ?? 'is not valid'}`)
}
