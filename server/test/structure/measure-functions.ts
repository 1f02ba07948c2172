import { scanSource } from './scan-source.ts'

export type Measured = { line: number; lines: number }

const STARTS = [
  /\bfunction\b/,
  /=>\s*[({[]*$/,
  /^\s*(?:async |static |get |set |override )*[\w$#]+(?:<.*>)?\(.*\)(?::.*)?\s*\{$/,
  /^\s*\).*\{$/,
]
const NO_FUNCTION = /^\s*(?:\} )?(?:if|else|for|while|switch|catch|describe)\b/
/** A line that ends a parameter list, not the function. */
const GOES_ON = /^\s*\).*(?:\{|=>|=> \(|=> \(\{)$/

/** The number of lines of each function, by indentation, which the formatter ensures. Skips `describe`. */
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
    // This function was already measured from the first line of its parameters.
    if (GOES_ON.test(line) && ends.has(end)) return []
    ends.add(end)
    const closes = /^\s*[)}\]]/.test(lines[end] ?? '')
    return [{ line: index + 1, lines: end - index + (closes ? 1 : 0) }]
  })
}

const endsAt = (line: string, own: number): boolean =>
  line !== '' && indentOf(line) <= own && !GOES_ON.test(line)

const indentOf = (line: string): number => line.length - line.trimStart().length
