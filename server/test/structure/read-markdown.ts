const FENCE = /^( {0,3})```[^\n]*\n([\s\S]*?)^\1```/gm
const QUOTE = /^`([\w./-]+)`\n```[^\n]*\n([\s\S]*?)^```/gm
const SPAN = /`([^`\n]+)`/g
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g

/** The inline code, outside of code blocks. */
export const readSpans = (markdown: string): string[] =>
  [...markdown.replace(FENCE, '').matchAll(SPAN)].map(([, text = '']) => text)

/** The contents of the fenced code blocks. */
export const readBlocks = (markdown: string): string[] =>
  [...markdown.matchAll(FENCE)].map(([, , text = '']) => text)

/** The code blocks directly under a line that contains only a path: quotes from that file. */
export const readQuotes = (markdown: string): { path: string; text: string }[] =>
  [...markdown.matchAll(QUOTE)].map(([, path = '', text = '']) => ({ path, text }))

export const readLinks = (markdown: string): string[] =>
  [...markdown.replace(FENCE, '').matchAll(LINK)].map(([, target = '']) => target)

/** The rows of every table with these columns: the cells in the given order, without backticks. */
export function readTable(markdown: string, ...columns: string[]): string[][] {
  const rows: string[][] = []
  let positions: number[] | undefined
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      positions = undefined
      continue
    }
    const cells = line.split('|').slice(1, -1).map(plain)
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue
    const found: number[] = columns.map((column) => cells.indexOf(column))
    if (!found.includes(-1)) positions = found
    else if (positions) rows.push(positions.map((position) => cells[position] ?? ''))
  }
  return rows
}

const plain = (cell: string): string => cell.replaceAll('`', '').trim()
