/** Letters that carry no mark which could be taken off, and what people type instead of them. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/**
 * One spelling for what a reader takes for the same: width, case and accents go. Only the accents of
 * alphabets go: the marks of kana and of Indian and Thai letters make other letters of them.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC')
