import { scanSource } from './scan-source.ts'

export type Measured = { line: number; lines: number }

const STARTS = [
  /\bfunction\b/,
  /=>\s*[({[]*$/,
  /^\s*(?:async |static |get |set |override )*[\w$#]+(?:<.*>)?\(.*\)(?::.*)?\s*\{$/,
  /^\s*\).*\{$/,
]
const NO_FUNCTION = /^\s*(?:\} )?(?:if|else|for|while|switch|catch|describe)\b/
/** The end of a list of parameters, not of the function. */
const GOES_ON = /^\s*\).*(?:\{|=>|=> \(|=> \(\{)$/

/**
 * How many lines each function has, by its indentation: the formatter keeps that true. A `describe` is a
 * chapter.
 */
export function measureFunctions(text: string): Measured[] {
  const lines = scanSource(text)
    .code.split('\n')
    .map((line) => line.trimEnd())
  const ends = new Set<number>()
  return lines.flatMap((line, index) => {
    if (NO_FUNCTION.test(line) || !STARTS.some((start) => start.test(line))) return []
    const own = indentOf(line)
    let end = index + 1
    while (end < lines.length && !endsAt(lines[end] as string, own)) end++
    // The last line of the parameters of a function that was measured from its first.
    if (GOES_ON.test(line) && ends.has(end)) return []
    ends.add(end)
    const closes = /^\s*[)}\]]/.test(lines[end] ?? '')
    return [{ line: index + 1, lines: end - index + (closes ? 1 : 0) }]
  })
}

const endsAt = (line: string, own: number): boolean =>
  line !== '' && indentOf(line) <= own && !GOES_ON.test(line)

const indentOf = (line: string): number => line.length - line.trimStart().length
