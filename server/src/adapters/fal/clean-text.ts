const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
const ID = /\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{20,}\b/gi
const CHARACTERS_MAX = 300

/** A text of the provider without addresses, ids and our key, for the owner of the job. */
export function cleanText(text: string, key: string): string {
  const words = text.replaceAll(key, '').replace(ADDRESS, '').replace(ID, '').replace(/\s+/g, ' ').trim()
  return [...words].slice(0, CHARACTERS_MAX).join('')
}
