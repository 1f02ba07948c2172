import { type Owner, ownerOf } from '#access/identity'
import { hasRecord, putRecord } from '#catalog/search'
import type { Db } from '#platform/db'
import { cepRecord } from './cep-record.ts'
import { type CepRow, cepColumns, presentCep } from './cep-row.ts'

const BATCH = 500

type Row = CepRow & { user_id: string; mode: Owner['mode'] }

/** Adds search records for CEPs that are older than the search, and returns how many there were. */
export async function indexCeps(db: Db): Promise<number> {
  let total = 0
  for (let after = ''; ; ) {
    const rows = await db.rows<Row>(
      `select ${cepColumns}, user_id, mode from ceps
       where id > $1 and status = 'active' order by id limit $2`,
      [after, BATCH],
    )
    for (const row of rows) if (await indexCep(db, row)) total++
    const last = rows.at(-1)
    if (!last) return total
    after = last.id
  }
}

/** Locks the CEP and checks that it is active, so that one deleted meanwhile is not indexed. */
const indexCep = (db: Db, { id, user_id, mode }: Row): Promise<boolean> =>
  db.transaction(async (tx) => {
    const owner = ownerOf(user_id, mode)
    if (await hasRecord(tx, owner, 'cep', id)) return false
    const row = await tx.row<CepRow>(
      `select ${cepColumns} from ceps where id = $1 and status = 'active' for update`,
      [id],
    )
    if (row) await putRecord(tx, owner, cepRecord(presentCep(row)))
    return row !== undefined
  })
