import { createHash } from 'node:crypto'
import type { RegisteredClient } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'
import { readMetadata } from './client.ts'

/** That no owner has allowed yet. Beyond it the oldest is forgotten, and every one after a day. */
const CLIENTS_PER_NETWORK = 50
const CLIENTS_IN_ALL = 5_000

/**
 * Registers a client that has no metadata document. What it says about itself is shown to owners as
 * unverified. Whatever it asks for, it is a public client.
 */
export async function registerClient(db: Rows, network: string, value: unknown): Promise<RegisteredClient> {
  const { name, redirectUris } = readMetadata(value, 'Unnamed client')
  const id = newId('client')
  await db.row(`select register_client($1, $2, $3, $4, $5, $6)`, [
    id,
    name,
    redirectUris,
    digestOfNetwork(network),
    CLIENTS_PER_NETWORK,
    CLIENTS_IN_ALL,
  ])
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

const digestOfNetwork = (network: string): string =>
  createHash('sha256').update(network).digest('base64url').slice(0, 22)
