import type { Scope } from '@atelier/contract'
import type { Rows } from '#db'
import { newId } from '#ids'
import { digestOf, displayPrefixOf, newKeyText } from './key-text.ts'

const allScopes: Scope[] = ['read', 'generate', 'cep', 'knowledge']

/** The text of the key is returned this once; only its digest is kept. */
export async function createKey(
  db: Rows,
  userId: string,
  name: string,
): Promise<{ id: string; secret: string }> {
  const secret = newKeyText()
  const id = newId('key')
  await db.row(
    `insert into api_keys (id, user_id, name, prefix, secret_digest, scopes) values ($1, $2, $3, $4, $5, $6)`,
    [id, userId, name, displayPrefixOf(secret), digestOf(secret), allScopes],
  )
  return { id, secret }
}
