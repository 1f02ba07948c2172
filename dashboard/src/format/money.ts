/** Currencies whose smallest unit, as Stripe counts it, is not a hundredth. */
const WHOLE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THOUSANDTHS = 'bhd jod kwd omr tnd'.split(' ')

const digitsOf = (currency: string): number =>
  WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2

/** The amount alone, as a field shows it: 1,250.00. */
export function writeAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  return new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

/** An amount in the smallest unit of its currency, in the manner of all amounts here: 10.00 USD. */
export const money = (amount: number, currency: string): string =>
  `${writeAmount(amount, currency)} ${currency.toUpperCase()}`

/** What a person types, in the smallest unit: `25` and `25.00` are 2500 cents. Null: no amount. */
export function readAmount(text: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text.replaceAll(/[\s,，]/g, '')) ?? []
  if (whole === '' || part.length > digits) return null
  return Number(`${whole}${part.padEnd(digits, '0')}`)
}
