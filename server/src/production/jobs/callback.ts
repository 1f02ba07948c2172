import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'

/** The URL that a provider calls when it is done. It carries our id, so even a lost submit is announced. */
export const callbackUrl = (app: App, provider: string, id: string): string =>
  `${app.config.callbackUrl}/cb/${provider}/${id}?t=${tokenOf(app.config.callbackSecret, provider, id)}`

/** A callback wakes the run and decides nothing: the run checks the provider itself. */
export async function receiveCallback(app: App, provider: string, id: string, token: string): Promise<void> {
  const right = Buffer.from(tokenOf(app.config.callbackSecret, provider, id))
  const given = Buffer.from(token)
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new Refusal('not_found', 'This endpoint does not exist.')
  }
  // Of a value that it cannot see, Postgres keeps the plan; otherwise it would plan for the one partition of
  // each id, which takes ten times as long as to look.
  const row = await app.db.lookup.row<{ wake_token: string | null }>(
    `select wake_token from media where id = (select $1::text) and status in ('queued', 'processing')`,
    [id],
  )
  if (row?.wake_token) await app.engine.wake(row.wake_token)
}

const tokenOf = (secret: string, provider: string, id: string): string =>
  createHmac('sha256', secret).update(`${provider}/${id}`).digest('base64url').slice(0, 32)
