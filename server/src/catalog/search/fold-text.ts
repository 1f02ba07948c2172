/** Letters that Unicode does not decompose into a base letter and a mark, and what users type instead. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/**
 * Maps spellings that a reader considers equal to one: width, case and accents are removed. Only combining
 * accents of alphabets are removed: the marks of kana and of Indic and Thai scripts make different letters.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC')
