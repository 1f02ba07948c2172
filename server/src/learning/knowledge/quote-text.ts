import { cleanText } from '@atelier/contract'

/** Format characters, private ones, and code points that are none yet: nobody can tell what they do. */
const CONTROL_OR_UNASSIGNED = /\p{C}/gu
const LINE_BREAKS = /[\t\n]/g
const BLANKS = /[\s\p{Z}]+/gu
/** Everything that a reader may take for a quotation mark, or for the mark of a fence. */
const QUOTES = /[\p{Pi}\p{Pf}"`´ˋ˝ʺ″‶‟„‚〝〞〟＂｀❝❞❛❜]/gu
const OPENING_BRACKETS = /[<＜〈⟨《≪﹤˂‹«]/gu
const CLOSING_BRACKETS = /[>＞〉⟩》≫﹥˃›»]/gu
const BACKSLASHES = /[\\＼﹨∖⧵]/gu
/** A mark that belongs to the letter before it would change our own quotation mark instead. */
const LEADING_MARKS = /^[\p{M}\s]+/u
const ELLIPSIS = '…'

/**
 * Foreign text between two quotation marks, on one line: whatever it says, it ends where we end it. Marks
 * that could close the quotation, open a tag or a fence or begin a line are replaced, never escaped: there is
 * nothing to unescape wrongly.
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
