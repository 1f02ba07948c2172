const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
const MAILBOX = /\S+@\S+/g
/** Also without a scheme: `files.provider.example/x`, `127.0.0.1:80`. */
const HOST = /\b(?:localhost\b|(?:[a-z0-9-]+\.){2,}[a-z0-9]+)\S*/gi
/** `request ID req_1f..`, `org-Ab..`, and keys, which are shown with stars in their middle. */
const NAMED_ID = /\brequest id:?\s+\S*[\w-]|\b(?:req|org|proj|user|sk)[_-][\w*-]+|\bkey_\w+/gi
const BARE_ID = /\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{20,}\b/gi
const EMPTY_BRACKETS = /\(\s*\)/g
const CHARACTERS_MAX = 400

/** The beginning of a text of a provider, without our secrets, its ids and its addresses. */
export function cleanReason(text: string, secrets: readonly string[]): string {
  const whole = secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '')), text)
  // A word that was cut could be half an id, which is not recognised.
  const first = whole.length > CHARACTERS_MAX ? whole.slice(0, CHARACTERS_MAX).replace(/\S+$/, '') : whole
  return [ADDRESS, MAILBOX, HOST, NAMED_ID, BARE_ID, EMPTY_BRACKETS]
    .reduce((clean, pattern) => clean.replace(pattern, ''), first)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:])/g, '')
    .trim()
}
