const URL_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
const HOST = /\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\S*/gi
const ID = /\b[a-z]{2,6}_[0-9A-Za-z]{8,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{20,}\b/gi
const CHARACTERS_MAX = 500

/** The message of a provider as callers may see it: without URLs, provider ids and control characters. */
export function cleanMessage(text: string): string {
  const clean = text
    .replace(URL_TEXT, '')
    .replace(HOST, '')
    .replace(ID, '')
    .replace(/\p{C}/gu, ' ')
    .replace(/\s+/g, ' ')
    // Words that led to a removed URL or id, and the full stop, which our own sentence adds.
    .replace(/(?:[\s,;:.]|\b(?:see|at|id))+$/i, '')
    .trim()
  return [...(clean || 'The provider gave no reason')].slice(0, CHARACTERS_MAX).join('')
}
