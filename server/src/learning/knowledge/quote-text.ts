import { cleanText } from '@atelier/contract'

/** Control, format and private-use characters and unassigned code points: their effect is unknown. */
const CONTROL_OR_UNASSIGNED = /\p{C}/gu
const LINE_BREAKS = /[\t\n]/g
const BLANKS = /[\s\p{Z}]+/gu
/** Characters that look like a quotation mark or a code fence. */
const QUOTES = /[\p{Pi}\p{Pf}"`´ˋ˝ʺ″‶‟„‚〝〞〟＂｀❝❞❛❜]/gu
const OPENING_BRACKETS = /[<＜〈⟨《≪﹤˂‹«]/gu
const CLOSING_BRACKETS = /[>＞〉⟩》≫﹥˃›»]/gu
const BACKSLASHES = /[\\＼﹨∖⧵]/gu
/** A combining mark at the start would attach to the opening quotation mark. */
const LEADING_MARKS = /^[\p{M}\s]+/u
const ELLIPSIS = '…'

/**
 * Text by others in quotation marks, on one line. Characters that could close the quotation, open a tag or a
 * fence, or start a line are replaced, not escaped, so no reader can unescape them wrongly.
 */
export function quoteText(text: string, charactersMax: number): string {
  const plain = cleanText(text)
    .replace(LINE_BREAKS, ' ')
    .replace(CONTROL_OR_UNASSIGNED, '')
    .replace(BLANKS, ' ')
    .replace(OPENING_BRACKETS, '(')
    .replace(CLOSING_BRACKETS, ')')
    .replace(QUOTES, "'")
    .replace(BACKSLASHES, '/')
    .replace(LEADING_MARKS, '')
    .trimEnd()
  return `"${truncate(charactersMax, plain)}"`
}

function truncate(charactersMax: number, text: string): string {
  const characters = [...text]
  if (characters.length <= charactersMax) return text
  const start = characters.slice(0, charactersMax - 1).join('')
  return `${start.trimEnd()}${ELLIPSIS}`
}
