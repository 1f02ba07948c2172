import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIdOf } from '@atelier/contract'
import { type Caller, findKeyCaller } from '#access/identity'
import type { App } from '#platform/app'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'

/** An address that takes one file for its owner, without a key. */
export type UploadTicket = { assetId: string; uploadUrl: string; expiresAt: Date }

const TICKET_MS = 15 * 60_000

/** The ticket names the key that asked and the upload to be: neither another owner nor a second file fits. */
export function newUploadTicket({ config }: App, keyId: string): UploadTicket {
  const assetId = newId('asset')
  const expiresAt = new Date(Date.now() + TICKET_MS)
  const signed = `${keyId}.${assetId}.${Math.floor(expiresAt.getTime() / 1_000)}`
  const ticket = `${signed}.${sign(config.callbackSecret, signed)}`
  return { assetId, uploadUrl: `${config.publicUrl}/api/uploads/${ticket}`, expiresAt }
}

/** Who made the ticket, if it is genuine and its key is still active and may store files. */
export async function loadTicketCaller(app: App, ticket: string): Promise<Caller> {
  const caller = await findKeyCaller(app.db, readTicket(app, ticket).keyId)
  if (!caller?.scopes.includes('generate')) throw noTicket()
  return caller
}

/** What a ticket says. Refuses one that we did not sign, and one that is too old. */
export function readTicket({ config }: App, ticket: string): { keyId: string; assetId: string } {
  const [keyId = '', assetId = '', seconds = '', mac = '', ...rest] = ticket.split('.')
  const right = Buffer.from(sign(config.callbackSecret, `${keyId}.${assetId}.${seconds}`))
  const given = Buffer.from(mac)
  const isGenuine = given.length === right.length && timingSafeEqual(given, right) && rest.length === 0
  if (!isGenuine || !isIdOf('asset', assetId) || Number(seconds) * 1_000 < Date.now()) throw noTicket()
  return { keyId, assetId }
}

/** The secret also signs callbacks; the first words keep the two apart. */
const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`upload ticket ${text}`).digest('base64url')

/** Also for the address of an upload that was deleted since: its id is used up. */
export const noTicket = () =>
  new Refusal('not_found', 'This address takes no file any more. Call the tool again to get a new one.')
