import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#platform/app'

/** Which part of which job a callback is for. Null: a URL from before parts were named in it. */
export type Called = { provider: string; id: string; part: number | null }

/** The URL that a provider calls when a part is done. It names the part, so a lost submit is announced. */
export function callbackUrl({ config }: App, provider: string, id: string, part: number): string {
  const token = tokenOf(config.callbackSecret, { provider, id, part })
  return `${config.callbackUrl}/cb/${provider}/${id}?p=${part}&t=${token}`
}

/** Which part a callback URL names, if its token is right. */
export function readCalled(
  { config }: App,
  { provider, id, p, t }: { provider: string; id: string; p?: string | undefined; t?: string | undefined },
): Called | undefined {
  // One text for each part, so that no part has two URLs.
  if (p !== undefined && !/^(?:0|[1-9]\d?)$/.test(p)) return undefined
  const called = { provider, id, part: p === undefined ? null : Number(p) }
  const right = Buffer.from(tokenOf(config.callbackSecret, called))
  const given = Buffer.from(t ?? '')
  return given.length === right.length && timingSafeEqual(given, right) ? called : undefined
}

function tokenOf(secret: string, { provider, id, part }: Called): string {
  const signed = part === null ? `${provider}/${id}` : `${provider}/${id}/${part}`
  return createHmac('sha256', secret).update(signed).digest('base64url').slice(0, 32)
}
