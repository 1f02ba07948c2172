import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '#platform/refusal'

/**
 * A browser sends its cookies whoever wrote the page, but it also says who did, and no page can change that.
 * Older browsers, and all of them without TLS, say it in Origin alone. JSON, or the type of a file of lines,
 * is asked for because a plain form of another site cannot send it.
 */
export function refuseOtherSites(
  headers: IncomingHttpHeaders,
  publicUrl: string,
  lines: readonly string[] = [],
): void {
  const site = headers['sec-fetch-site']
  const isSameOrigin =
    site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin'
  if (!isSameOrigin) {
    throw new Refusal('unauthorized', 'A session is accepted only in requests from the dashboard.')
  }
  const types = ['application/json', ...lines]
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && !types.includes(type)) {
    throw new Refusal('unauthorized', `With a session, send the body as ${types.join(' or ')}.`)
  }
}
