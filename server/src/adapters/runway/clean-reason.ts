const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/\S+/gi
/** Also without a scheme: `files.runway.example/x`, `127.0.0.1:80`. */
const HOST = /\b(?:localhost\b|(?:[a-z0-9-]+\.){2,}[a-z0-9]+)\S*/gi
const ID = /\bkey_\w+|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{20,}\b/gi
const CHARACTERS_MAX = 400

/** The beginning of a text of Runway, without our key, its ids and its addresses. */
export function cleanReason(text: string, key: string): string {
  const whole = text.replaceAll(key, '')
  // A word that was cut could be half an id, which is not recognised.
  const first = whole.length > CHARACTERS_MAX ? whole.slice(0, CHARACTERS_MAX).replace(/\S+$/, '') : whole
  return first.replace(ADDRESS, '').replace(HOST, '').replace(ID, '').replace(/\s+/g, ' ').trim()
}
