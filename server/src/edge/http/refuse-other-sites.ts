import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@atelier/contract'
import { Refusal } from '#platform/refusal'

/**
 * Protects against cross-site request forgery. A browser sends its cookies from any site, but also
 * Sec-Fetch-Site, which no page can change; older browsers, and all without TLS, send only Origin. JSON or a
 * type of lines is required because a plain form of another site cannot send it. A form with a file is
 * accepted where an endpoint takes one: there the origin alone decides.
 */
export function refuseOtherSites(
  headers: IncomingHttpHeaders,
  publicUrl: string,
  { lines = [], form }: Pick<Endpoint, 'lines' | 'form'> = {},
): void {
  const site = headers['sec-fetch-site']
  const isSameOrigin =
    site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin'
  if (!isSameOrigin) {
    throw new Refusal('unauthorized', 'A session is accepted only in requests from the dashboard.')
  }
  const types = ['application/json', ...lines, ...(form ? ['multipart/form-data'] : [])]
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && !types.includes(type)) {
    throw new Refusal('unauthorized', `With a session, send the body as ${types.join(' or ')}.`)
  }
}
