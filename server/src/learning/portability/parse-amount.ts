/**
 * The decimal sign that is assumed where a number fits both: a comma in German and Spanish files, which use
 * semicolons as delimiter.
 */
export type DecimalSign = '.' | ','

const WHOLE_NUMBER = String.raw`\d+|\d{1,3}(?:GROUP\d{3})+`
const amountPattern = (decimal: DecimalSign) => {
  const [group, point] = decimal === '.' ? [',', '\\.'] : ['\\.', ',']
  return new RegExp(`^(?:${WHOLE_NUMBER.replace('GROUP', group)})(?:${point}\\d+)?$`)
}
const amountPatterns = { '.': amountPattern('.'), ',': amountPattern(',') }

/**
 * Parses `1,234.50`, `1.234,50` or `1 234,5`. An empty cell or a dash is 0. Undefined when it is not a
 * number.
 */
export function parseAmount(cell: string, decimal: DecimalSign): number | undefined {
  const text = cell.replaceAll(/[\s\u00a0\u202f']/gu, '')
  if (text === '' || text === '-' || text === '–') return 0
  const other: DecimalSign = decimal === '.' ? ',' : '.'
  const sign = [decimal, other].find((one) => amountPatterns[one as DecimalSign].test(text))
  if (sign === undefined) return undefined
  return Number(sign === '.' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.'))
}
