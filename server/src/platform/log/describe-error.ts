/** What the log says of an error. */
export type DescribedError = {
  type: string
  message: string
  code?: string | number
  /** Of a refused statement. */
  constraint?: string
  table?: string
  stack?: string
  cause?: DescribedError
}

const CAUSES_MAX = 3
const READ_MAX = 4_000
const CHARACTERS_MAX = 400
const FRAMES_MAX = 15

/**
 * The type of an error, its codes, where it was thrown, and its message without what it quotes: parsers and
 * the database quote what they were sent, which may be a prompt. Details that the driver adds are left out.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown' }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    message: cleanText(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(stack && { stack }),
    ...(error.cause instanceof Error &&
      depth < CAUSES_MAX && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The first lines of a stack repeat the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at \S/.test(line))
    .slice(0, FRAMES_MAX)
    .join('\n')

const REPLACEMENTS: [pattern: RegExp, by: string][] = [
  // Of an address the origin is enough: its path and query may carry rights.
  [/\b(https?:\/\/)(?:[^\s/@'"`]*@)?([^\s/'"`?#)]+)[^\s'"`)]*/g, '$1$2'],
  [/\b(?:postgres(?:ql)?:\/\/)[^\s'"`]+/g, 'postgres://...'],
  [/"(?:[^"\\]|\\.)*(?:"|$)/gs, '"..."'],
  [/'[^']{20,}(?:'|$)/gs, "'...'"],
  [/`[^`]{20,}(?:`|$)/gs, '`...`'],
  // Keys and tokens, ours and of providers. Our ids are shorter.
  [/\b(?:Bearer|Basic|Key)\s+\S+/gi, '[secret]'],
  [/\b[\w-]*[0-9A-Za-z]{32,}[\w-]*/g, '[secret]'],
]

/** A text about an error without what it quotes and without secrets. */
export function cleanText(text: string): string {
  let cleaned = text.slice(0, READ_MAX)
  for (const [pattern, by] of REPLACEMENTS) cleaned = cleaned.replace(pattern, by)
  return cleaned.slice(0, CHARACTERS_MAX)
}
