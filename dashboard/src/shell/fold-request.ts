/** Where clients of OAuth send the browser. */
const PATH = '/oauth/authorize'

const FOLDED = /^\?request=~[\w-]*(?:&|$)/

/**
 * The address of the consent page with everything behind its `?` as one text. The router would read `state=1`
 * as a number and drop what it does not know; a client compares its state letter for letter. Undefined: the
 * address is another one, or stays as it is.
 */
export function foldRequest(pathname: string, search: string): string | undefined {
  if (pathname !== PATH || search === '' || FOLDED.test(search)) return undefined
  const bytes = new TextEncoder().encode(search.slice(1))
  const text = btoa(String.fromCharCode(...bytes))
  return `${PATH}?request=~${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** What the client asked, as it wrote it; undefined for a text that `foldRequest` has not made. */
export function unfoldRequest(folded: string | undefined): string | undefined {
  if (!folded || !/^~[\w-]+$/.test(folded)) return undefined
  try {
    const text = atob(folded.slice(1).replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (one) => one.charCodeAt(0)))
  } catch {
    return undefined
  }
}
