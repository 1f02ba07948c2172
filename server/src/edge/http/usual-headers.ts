import { API_VERSION } from '@atelier/contract'
import type { App } from '#platform/app'

/** Two years, as the lists that browsers bring along ask for. */
const TLS_ONLY = 'max-age=63072000; includeSubDomains'
/** A browser that remembers TLS for a name of this machine could not open other programs on it. */
const IS_LOCAL = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * What every answer says, also an error. An answer with other needs replaces a header, but none goes without:
 * an answer that nobody thought of as a page is none.
 */
export function usualHeaders({ publicUrl }: Pick<App['config'], 'publicUrl'>): Record<string, string> {
  const { protocol, hostname } = new URL(publicUrl)
  const isTlsOnly = protocol === 'https:' && !IS_LOCAL.test(hostname)
  return {
    'x-api-version': API_VERSION,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    ...(isTlsOnly && { 'strict-transport-security': TLS_ONLY }),
  }
}
