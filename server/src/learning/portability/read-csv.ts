import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { badLine } from './numbered-record.ts'

export type CsvRow = { line: number; cells: string[] }

const ROW_CHARACTERS_MAX = 100_000
/** The parser handles one chunk without yielding, and other requests wait meanwhile. */
const CHUNK_CHARACTERS = 8_192

/** The rows of a CSV file. Every cell is text. */
export async function* readCsv(text: string, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARACTERS_MAX,
  })
  Readable.from(chunksOf(text)).pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>)
      yield { line: info.lines, cells: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw badLine(Number(error.lines ?? 1), 'the line is not valid CSV')
  }
}

type Parsed = { record: string[]; info: { lines: number } }

function* chunksOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += CHUNK_CHARACTERS)
    yield text.slice(from, from + CHUNK_CHARACTERS)
}

/** The delimiter that occurs most often in the first line. */
export function delimiterOf(text: string): string {
  const [head = ''] = text.split('\n', 1)
  const count = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
