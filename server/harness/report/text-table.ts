/**
 * Columns are as wide as their widest cell. The first is text; the others are numbers, aligned to the right.
 */
export function textTable([head = [], ...body]: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => (row[at] ?? '').length)))
  const line = (row: string[]) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}
