import { isIdOf } from '@atelier/contract'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { TooManyWaiting, UnusableAddress } from '#platform/fetching'
import { Refusal } from '#platform/refusal'
import { type Client, readMetadata } from './client.ts'

/**
 * The client of this id. An https address is the id of the document that is there; everything else was
 * registered. Undefined: there is none, or its document cannot be used. Why is not told: with that, a user
 * could explore our network.
 */
export async function findClient(
  { db, fetcher }: Pick<App, 'db' | 'fetcher'>,
  userId: string,
  id: string,
): Promise<Client | undefined> {
  if (id.startsWith('https:')) return findDocument(fetcher, userId, id)
  if (!isIdOf('client', id)) return undefined
  const row = await db.row<{ name: string; redirect_uris: string[] }>(`select * from find_client($1)`, [id])
  return row && { id, name: row.name, redirectUris: row.redirect_uris, documentHost: null }
}

async function findDocument(
  fetcher: App['fetcher'],
  userId: string,
  id: string,
): Promise<Client | undefined> {
  const url = URL.parse(id)
  // The address as it is written: of two spellings of one address only one is the id.
  if (!url || url.href !== id || url.pathname === '/' || url.hash !== '') return undefined
  try {
    const document: unknown = JSON.parse(await fetcher.fetchDocument(id, userId))
    if ((document as { client_id?: unknown } | null)?.client_id !== id) return undefined
    return { id, ...readMetadata(document, url.hostname), documentHost: url.hostname }
  } catch (error) {
    if (error instanceof TooManyWaiting)
      throw new Refusal('service_unavailable', 'Too many clients are looked up. Try again.', {}, RETRY)
    const isTheirs = error instanceof UnusableAddress || error instanceof SyntaxError
    if (isTheirs || error instanceof Refusal) return undefined
    throw error
  }
}

/** Keeps a client that registered itself from being forgotten. One with a document changes nothing. */
export const keepClient = (tx: Tx, id: string) => tx.row(`select use_client($1)`, [id])

const RETRY = { 'retry-after': '3' }
