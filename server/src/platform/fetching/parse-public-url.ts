import { isIP } from 'node:net'
import { addressPolicy } from './address-policy.ts'
import { UnusableAddress } from './unusable-address.ts'

const URL_CHARACTERS_MAX = 2048
const HOST_CHARACTERS_MAX = 253

/** A parser drops the first and turns the second around: whoever sends them hopes for two readings. */
const AMBIGUOUS = /[\p{Cc}\\]/u

const isPublic = addressPolicy()

/**
 * All that can be said about an address without asking the network. The text is parsed here, once: whoever
 * goes there uses the object. A redirect comes with the URL it was found at.
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

/** A name without a dot is looked up among our own first, and one that ends in a dot fits no certificate. */
const QUALIFIED_NAME = /\..*[^.]$/

/** The name or the address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
