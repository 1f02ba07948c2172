import { type Scanned, scanSource } from './scan-source.ts'

export type ParameterList = { line: number; parameters: number }

/** Before the parentheses of a statement. */
const STATEMENT = /\b(?:if|for|while|switch|catch|with|for await)$/
/** After these words, parentheses begin an expression or the parameters of an arrow function. */
const NO_CALL =
  /\b(?:async|await|return|typeof|case|in|of|as|is|extends|satisfies|yield|new|default|else)\s+$/
const FUNCTION = /\bfunction\s*\*?\s*[\w$]*$/
const NAME = /(?:[\w$#]+|\])\??$/
/** What may precede a method on its line. */
const MODIFIERS = /(?:^|[{;,])\s*(?:(?:async|static|public|private|protected|override|get|set)\s+)*\*?\s*$/
/** Longer than any name with its type parameters. */
const BEFORE_CHARACTERS = 1_000
/** Longer than the white space before `=>`. */
const AFTER_CHARACTERS = 80
/** What precedes an expression that continues on the next line. A `>` after a name ends a type. */
const OPERATOR = /(?:[-=+*/%&|^<!?:.([]|\s>|=>)$/

/** The number of parameters of each function, method and function type. Works for formatted code. */
export function countParameters(text: string): ParameterList[] {
  const code = markLiterals(scanSource(text))
  const open: number[] = []
  const found: { start: number; end: number }[] = []
  for (const { 0: one, index } of code.matchAll(/[()]/g)) {
    if (one === '(') open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined && isParameterList(code, start, index)) found.push({ start, end: index })
    }
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({
      line: code.slice(0, start).split('\n').length,
      parameters: countItems(code.slice(start + 1, end)),
    }))
}

/** Puts a digit where a literal begins: a line that ends with a literal must not look unfinished. */
function markLiterals({ code, literals }: Scanned): string {
  const characters = code.split('')
  for (const { at } of literals) characters[at] = '0'
  return characters.join('')
}

function isParameterList(code: string, start: number, end: number): boolean {
  const after = code.slice(end + 1, end + AFTER_CHARACTERS)
  if (/^\s*=>/.test(after)) return true
  const all = withoutGeneric(code.slice(Math.max(0, start - BEFORE_CHARACTERS), start))
  const before = all.trimEnd()
  if (STATEMENT.test(before)) return false
  if (FUNCTION.test(before)) return true
  // An arrow function with a return type. Other expressions in parentheses hold no list.
  if (NO_CALL.test(all) || !/[\w$)\]?]$/.test(before)) return /^\s*:/.test(after)
  const name = NAME.exec(before)
  return name !== null && /^[^\S\n]*[{:]/.test(after) && isMethodStart(before.slice(0, name.index))
}

/** A method is the first on its line or in its braces; a call before the `:` of a condition is neither. */
function isMethodStart(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const earlier = before.slice(0, before.length - line.length).trimEnd()
  return MODIFIERS.test(line) && (line.trim() !== '' || !OPERATOR.test(earlier))
}

/** Removes the type parameters at the end: `f<T>` becomes `f`. */
function withoutGeneric(before: string): string {
  if (!before.endsWith('>') || before.endsWith('=>')) return before
  let depth = 0
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === '>' && before[at - 1] !== '=') depth++
    if (before[at] === '<' && --depth === 0) return before.slice(0, at)
  }
  return before
}

/** How many items a list separated by commas has, with nested lists, objects and type arguments as parts. */
function countItems(list: string): number {
  const open: string[] = []
  let items = 0
  let isEmpty = true
  for (const [at, one] of [...list].entries()) {
    if (one === ',' && open.length === 0) isEmpty = true
    else if (isEmpty && one.trim() !== '') {
      items++
      isEmpty = false
    }
    if ('([{'.includes(one) || (one === '<' && opensTypes(list, at))) open.push(one)
    else if (')]}'.includes(one) || (one === '>' && list[at - 1] !== '=' && open.at(-1) === '<')) open.pop()
  }
  return items
}

/** The formatter writes a comparison with a space on both sides of `<`. */
const opensTypes = (list: string, at: number): boolean =>
  /\S/.test(list[at - 1] ?? ' ') || /[^\s=<]/.test(list[at + 1] ?? ' ')
