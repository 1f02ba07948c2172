import { isIP } from 'node:net'
import { addressPolicy } from './address-policy.ts'
import { UnusableAddress } from './unusable-address.ts'

const URL_CHARACTERS_MAX = 2048
const HOST_CHARACTERS_MAX = 253

/** URL parsers drop control characters and turn backslashes into slashes, so two parsers may differ. */
const AMBIGUOUS = /[\p{Cc}\\]/u

const isPublic = addressPolicy()

/**
 * Checks a URL without the network. The text is parsed here, once; all other code uses the returned object.
 * `base` is the URL that a redirect came from.
 */
export function parsePublicUrl(address: string, base?: URL): URL {
  const readable = address.length <= URL_CHARACTERS_MAX && !AMBIGUOUS.test(address)
  const url = readable ? URL.parse(address, base?.href) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') {
    throw new UnusableAddress('malformed')
  }
  const host = hostOf(url)
  if (isIP(host)) {
    if (!isPublic(host)) throw new UnusableAddress('not_public')
  } else if (host.length > HOST_CHARACTERS_MAX || !QUALIFIED_NAME.test(host)) {
    throw new UnusableAddress('malformed')
  }
  return url
}

/** A name without a dot may resolve in our own network; one that ends in a dot matches no certificate. */
const QUALIFIED_NAME = /\..*[^.]$/

/** The host name or IP address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
