const URL_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
const HOST = /\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\S*/gi
const ID = /\b[a-z]{2,6}_[0-9A-Za-z]{8,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{20,}\b/gi
/** What leads to a removed URL or id at the end, and the full stop, which our own sentence adds. */
const LOOSE_END = /(?:[\s,;:.]|\b(?:see|at|id))$/i
const CHARACTERS_MAX = 500
/** Some of the patterns take quadratic time, so only the beginning of a long text is read. */
const CHARACTERS_READ = 2_000

/** The message of a provider as callers may see it: without URLs, provider ids and control characters. */
export function cleanMessage(text: string): string {
  let clean = firstWords(text)
    .replace(URL_TEXT, '')
    .replace(HOST, '')
    .replace(ID, '')
    .replace(/\p{C}/gu, ' ')
    .replace(/\s+/g, ' ')
  while (LOOSE_END.test(clean)) clean = clean.replace(LOOSE_END, '')
  return [...(clean.trim() || 'The provider gave no reason')].slice(0, CHARACTERS_MAX).join('')
}

/** The beginning of a text. The last word is left out when it may be cut: half an id is not recognised. */
function firstWords(text: string): string {
  if (text.length <= CHARACTERS_READ) return text
  return text.slice(0, CHARACTERS_READ).replace(/\S+$/, '') || text.slice(0, CHARACTERS_MAX)
}
