import { explainIssue, MemoryRecord } from '@atelier/contract'
import { badField, badLine, type NumberedRecord } from './numbered-record.ts'

/** Longer than any record of an export, even with all its text escaped. */
const LINE_CHARACTERS_MAX = 100_000

/** The records of an export, one per line. Each is validated against its schema. */
export function* readRecords(text: string): Generator<NumberedRecord> {
  let line = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    line++
    if (to - from > LINE_CHARACTERS_MAX)
      throw badLine(line, `the line has more than ${LINE_CHARACTERS_MAX} characters`)
    const content = text.slice(from, to).trim()
    from = to + 1
    if (content !== '') yield { line, ...readRecord(content, line) }
  }
}

function readRecord(content: string, line: number): MemoryRecord {
  const parsed = MemoryRecord.safeParse(parseLine(content, line), { error: explainIssue })
  if (!parsed.success) throw badField(line, parsed.error.issues)
  return parsed.data
}

function parseLine(content: string, line: number): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw badLine(line, 'the line is not valid JSON')
  }
}
