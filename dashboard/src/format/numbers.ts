/** By hand: the first format of `Intl` costs a slow machine 100 ms before it can draw anything. */
const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')

const whole = (amount: number): string => grouped(Math.round(Math.abs(amount)).toFixed(0))

/** Credits are whole and separated in thousands, in both languages: 13,650. */
export const credits = (amount: number): string => (amount <= -0.5 ? `-${whole(amount)}` : whole(amount))

/** An entry of the ledger: +1,950 or −400, with a real minus sign. */
export const signedCredits = (amount: number): string =>
  amount < 0 ? `−${whole(amount)}` : `+${whole(amount)}`

/** Cuts the middle of an id or a hash: med_4cVb…1yPw. */
export const shortId = (id: string, head = 8, tail = 4): string =>
  id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(id.length - tail)}`

/** What a person types for an amount: digits, with or without separators. Null when it is no whole number. */
export function readWhole(text: string): number | null {
  const digits = text.replaceAll(/[\s,.，]/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** 340 B, 1.2 MB: decimal units, as stores and quotas count. */
export function fileSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${grouped(String(Number((bytes / 1_000 ** power).toFixed(1))))} ${units[power]}`
}
