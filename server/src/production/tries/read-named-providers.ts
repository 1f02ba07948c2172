import type { Rows } from '#platform/db'
import { routesSet } from './claim-sql.ts'

/** The providers that a job may be sent to, by its routes. */
export async function readNamedProviders(db: Rows, id: string): Promise<string[]> {
  const rows = await db.rows<{ provider: string }>(
    `select distinct listed.one ->> 'provider' as provider from media, ${routesSet} as listed (one, at)
     where media.id = $1`,
    [id],
  )
  return rows.map(({ provider }) => provider)
}
