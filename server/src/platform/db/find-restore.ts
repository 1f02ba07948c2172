import type { Rows } from './open-db.ts'

/** The restore of this server that is not finished yet: its name, as `pnpm admin restore` gave it. */
export async function findUnfinishedRestore(db: Rows): Promise<string | undefined> {
  const row = await db.row<{ id: string | null }>(`select unfinished_restore() as id`)
  return row?.id ?? undefined
}

/** Whether the server still replays what was archived, and accepts no writes. */
export async function isRecovering(db: Rows): Promise<boolean> {
  const row = await db.row<{ isRecovering: boolean }>(`select pg_is_in_recovery() as "isRecovering"`)
  return row?.isRecovering === true
}

/** From now on api and worker use this database. */
export async function finishRestore(db: Rows, id: string): Promise<void> {
  await db.row(`select finish_restore($1)`, [id])
}
