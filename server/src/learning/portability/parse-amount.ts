/** The sign before the decimals where it is in doubt: German and Spanish sheets are cut by semicolons. */
export type DecimalSign = '.' | ','

const WHOLE_NUMBER = String.raw`\d+|\d{1,3}(?:GROUP\d{3})+`
const amountPattern = (decimal: DecimalSign) => {
  const [group, point] = decimal === '.' ? [',', '\\.'] : ['\\.', ',']
  return new RegExp(`^(?:${WHOLE_NUMBER.replace('GROUP', group)})(?:${point}\\d+)?$`)
}
const amountPatterns = { '.': amountPattern('.'), ',': amountPattern(',') }

/**
 * A number as people write it: `1,234.50`, `1.234,50`, `1 234,5`. An empty cell is none at all, and so is a
 * dash. Undefined when it is no number.
 */
export function parseAmount(cell: string, decimal: DecimalSign): number | undefined {
  const text = cell.replaceAll(/[\s\u00a0\u202f']/gu, '')
  if (text === '' || text === '-' || text === '–') return 0
  const other: DecimalSign = decimal === '.' ? ',' : '.'
  const sign = [decimal, other].find((one) => amountPatterns[one as DecimalSign].test(text))
  if (sign === undefined) return undefined
  return Number(sign === '.' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.'))
}
