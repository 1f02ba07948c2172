const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
const HOST = /\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\S*/gi
const ID = /\b[a-z]{2,6}_[0-9A-Za-z]{8,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{20,}\b/gi
const LONGEST = 500

/**
 * A provider's words, fit to be shown: no addresses, no ids of theirs, no control characters, 500 characters.
 */
export function cleanMessage(text: string): string {
  const clean = text
    .replace(ADDRESS, '')
    .replace(HOST, '')
    .replace(ID, '')
    .replace(/\p{C}/gu, ' ')
    .replace(/\s+/g, ' ')
    // What is left dangling where an address or an id stood, and the full stop that our own sentence brings.
    .replace(/(?:[\s,;:.]|\b(?:see|at|id))+$/i, '')
    .trim()
  return [...(clean || 'The provider gave no reason')].slice(0, LONGEST).join('')
}
