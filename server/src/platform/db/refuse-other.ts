import type pg from 'pg'
import { newHosts, openSession } from './hosts.ts'

/** The settings and the database are of two cells. Whatever this process wrote would be lost to its users. */
export class WrongCell extends Error {
  constructor(cell: string, owner: string) {
    super(`CELL is ${cell}, and this database belongs to the cell ${owner}.`)
  }
}

/** What was erased after the moment to which the database was restored is still in it. */
export class RestoreUnfinished extends Error {
  constructor(id: string) {
    super(`This database was restored (${id}) and may hold what was erased: run pnpm admin finish-restore.`)
  }
}

/** What a connection of the service must not lead to. */
export type Refused = {
  /** The cell that the database must belong to. */
  cell: string
  /** Whether a restored database may be used before the restore is finished: by the operator's commands. */
  mayBeUnfinished?: boolean
}

/** Run on every new connection: after a failover, too, no database of another cell is used. */
export async function refuseOther(
  connection: pg.ClientBase,
  { cell, mayBeUnfinished = false }: Refused,
): Promise<void> {
  if (mayBeUnfinished) return refuseOtherCell(connection, cell)
  const { rows } = await connection.query<{ name: string; restore: string | null }>(
    'select claim_cell($1) as name, unfinished_restore() as restore',
    [cell],
  )
  const { name = '', restore = null } = rows[0] ?? {}
  if (name !== cell) throw new WrongCell(cell, name)
  if (restore !== null) throw new RestoreUnfinished(restore)
}

async function refuseOtherCell(connection: pg.ClientBase, cell: string): Promise<void> {
  const { rows } = await connection.query<{ name: string }>('select claim_cell($1) as name', [cell])
  const owner = rows[0]?.name ?? ''
  if (owner !== cell) throw new WrongCell(cell, owner)
}

/** For the login that migrates. A database from before decision 0025 has no cell yet. */
export async function claimCell(url: string, cell: string): Promise<void> {
  const session = await openSession(newHosts(url), {})
  try {
    const { rows } = await session.query<{ exists: boolean }>(
      `select to_regprocedure('claim_cell(text)') is not null as exists`,
    )
    if (rows[0]?.exists) await refuseOtherCell(session, cell)
  } finally {
    await session.end()
  }
}
