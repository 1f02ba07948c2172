/**
 * A part of an answer. `picture`: base64 of the picture with this number. `end`: that picture is whole.
 * `rest`: everything else, in which the number of a picture stands for its base64.
 */
export type AnswerPart =
  | { kind: 'rest'; text: string }
  | { kind: 'picture'; index: number; base64: Buffer }
  | { kind: 'end'; index: number }

/** Where a scan is. It goes on there with the next chunk. */
type Scan = {
  mode: 'outside' | 'string' | 'picture'
  /** The number of the current or next picture. */
  index: number
  /** The beginning of the last string. */
  word: string
  /** The name of the field whose value comes next. */
  field: string
  /** What has followed a backslash so far; undefined when there is none. */
  escaped: string | undefined
}

const PICTURE_FIELD = 'b64_json'

/**
 * Finds the pictures in the JSON of an answer while it arrives, because the whole is too large for memory.
 * It follows only strings and the names of fields; whether the rest is JSON is left to its reader. Its texts
 * have one character for each byte.
 */
export function newAnswerScanner(): (chunk: Buffer) => AnswerPart[] {
  const scan: Scan = { mode: 'outside', index: 0, word: '', field: '', escaped: undefined }
  return (chunk) => {
    const parts: AnswerPart[] = []
    for (let at = 0; at < chunk.length; )
      at = scan.mode === 'picture' ? scanPicture(scan, chunk, at, parts) : scanRest(scan, chunk, at, parts)
    return parts
  }
}

/** Passes everything up to the next picture; returns where that is. */
function scanRest(scan: Scan, chunk: Buffer, start: number, parts: AnswerPart[]): number {
  let end = start
  do passCharacter(scan, characterAt(chunk, end++))
  while (end < chunk.length && scan.mode !== 'picture')
  const number = scan.mode === 'picture' ? scan.index : ''
  parts.push({ kind: 'rest', text: `${chunk.toString('latin1', start, end)}${number}` })
  return end
}

const characterAt = (chunk: Buffer, at: number): string => String.fromCharCode(chunk[at] ?? 0)

function passCharacter(scan: Scan, character: string): void {
  if (scan.mode === 'string') {
    if (character === '"' && scan.escaped === undefined) scan.mode = 'outside'
    // One character too many tells a longer name from ours.
    else if (scan.word.length <= PICTURE_FIELD.length) scan.word += character
    scan.escaped = character === '\\' && scan.escaped === undefined ? '' : undefined
  } else if (character === '"') {
    scan.mode = scan.field === PICTURE_FIELD ? 'picture' : 'string'
    scan.word = ''
    scan.field = ''
  } else if (character === ':') scan.field = scan.word
  else if (!/\s/.test(character)) scan.field = ''
}

/** Passes a piece of base64, or what ends or interrupts it. */
function scanPicture(scan: Scan, chunk: Buffer, start: number, parts: AnswerPart[]): number {
  const { index } = scan
  const first = characterAt(chunk, start)
  if (scan.escaped !== undefined) {
    const character = passEscaped(scan, first)
    if (character !== undefined) parts.push({ kind: 'picture', index, base64: Buffer.from(character) })
    return start + 1
  }
  if (first === '"') {
    parts.push({ kind: 'end', index }, { kind: 'rest', text: first })
    scan.mode = 'outside'
    scan.index++
    return start + 1
  }
  if (first === '\\') {
    scan.escaped = ''
    return start + 1
  }
  const end = Math.min(...['"', '\\'].map((special) => findOrEnd(chunk, special, start)))
  parts.push({ kind: 'picture', index, base64: chunk.subarray(start, end) })
  return end
}

function findOrEnd(chunk: Buffer, character: string, start: number): number {
  const at = chunk.indexOf(character, start, 'latin1')
  return at < 0 ? chunk.length : at
}

/** Some servers write `\/` or `\u002b`. Returns the character once its escape is whole. */
function passEscaped(scan: Scan, character: string): string | undefined {
  const escaped = `${scan.escaped}${character}`
  const isWhole = escaped === '/' || escaped.length === 5
  if (!/^(?:\/|u[0-9a-f]{0,4})$/i.test(escaped)) throw new Error('the answer has no base64')
  scan.escaped = isWhole ? undefined : escaped
  if (!isWhole) return undefined
  return escaped === '/' ? escaped : String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
}
