/** A string or template literal. Each `${...}` of a template is replaced by a question mark. */
export type Literal = { text: string; at: number }

/** `code`: the source with literals, regular expressions and comments as spaces; positions do not change. */
export type Scanned = { code: string; literals: Literal[] }

const REGEX_MAY_FOLLOW = /(^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield))\s*$/
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Separates code from literals and comments without a parser. Works for formatted code. */
export function scanSource(source: string): Scanned {
  const literals: Literal[] = []
  let code = ''
  let at = 0
  const skipTo = (end: number) => {
    code += blank(source.slice(at, end))
    at = end
  }
  while (at < source.length) {
    const two = source.slice(at, at + 2)
    const one = two[0] as string
    if (two === '//') skipTo(endOr(source.indexOf('\n', at), source))
    else if (two === '/*') skipTo(endOr(source.indexOf('*/', at + 2), source, 2))
    else if (one === "'" || one === '"' || one === '`') {
      const end = one === '`' ? endOfTemplate(source, at) : endOfQuoted(source, at, one)
      literals.push({ at, text: readLiteral(source.slice(at + 1, end - 1), one) })
      skipTo(end)
    } else if (one === '/' && REGEX_MAY_FOLLOW.test(code.slice(-40))) skipTo(endOfRegex(source, at))
    else {
      code += one
      at++
    }
  }
  return { code, literals }
}

const endOr = (found: number, source: string, length = 0): number =>
  found < 0 ? source.length : found + length

function endOfQuoted(source: string, start: number, quote: string): number {
  let at = start + 1
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfTemplate(source: string, start: number): number {
  let at = start + 1
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') at += 2
    else if (source.startsWith('${', at)) at = endOfHole(source, at + 2)
    else at++
  }
  return at + 1
}

/** The code inside `${...}` can contain braces, strings and further templates. */
function endOfHole(source: string, start: number): number {
  let depth = 1
  let at = start
  while (at < source.length && depth > 0) {
    const one = source[at] as string
    if (one === '`') at = endOfTemplate(source, at)
    else if (one === "'" || one === '"') at = endOfQuoted(source, at, one)
    else {
      if (one === '{') depth++
      if (one === '}') depth--
      at++
    }
  }
  return at
}

function endOfRegex(source: string, start: number): number {
  let inClass = false
  let at = start + 1
  for (; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') inClass = true
    else if (source[at] === ']') inClass = false
    else if (source[at] === '/' && !inClass) break
  }
  return at + 1
}

function readLiteral(text: string, quote: string): string {
  if (quote !== '`') return text
  let plain = ''
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('${', at)) {
      at = endOfHole(text, at + 2)
      plain += '?'
    } else plain += text[at++]
  }
  return plain
}
