import { type Thresholds, thresholdsByDefault } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows, Tx } from '#platform/db'

/** The memory of one owner: everything it reported. `now` and `today` (UTC) are the time of the database. */
export type Memory = { id: number; thresholds: Thresholds; now: Date; today: string }

const CLOCK = `date_trunc('milliseconds', at) as now, (at at time zone 'UTC')::date::text as today`

/** Undefined until the owner has reported or imported something. */
export async function findMemory(db: Rows, owner: Owner): Promise<Memory | undefined> {
  const row = await db.row<Memory>(
    `select id, thresholds, ${CLOCK} from memories, clock_timestamp() at where user_id = $1 and mode = $2`,
    [owner.userId, owner.mode],
  )
  return row && withDefaults(row)
}

/**
 * Locks the memory, and creates it if needed. Reports, imports and conclusions of one owner run one at a
 * time, and each starts here.
 */
export async function lockMemory(tx: Tx, owner: Owner): Promise<Memory> {
  const locked = (await lockRow(tx, owner)) ?? (await insertMemory(tx, owner))
  // Read after the lock is held: a statement that waits for a lock has evaluated the clock before it waits.
  return withDefaults({ ...locked, ...(await readClock(tx)) })
}

type Locked = Pick<Memory, 'id' | 'thresholds'>

const lockRow = (tx: Tx, owner: Owner): Promise<Locked | undefined> =>
  tx.row(`select id, thresholds from memories where user_id = $1 and mode = $2 for update`, [
    owner.userId,
    owner.mode,
  ])

async function insertMemory(tx: Tx, owner: Owner): Promise<Locked> {
  await tx.row(`insert into memories (user_id, mode) values ($1, $2) on conflict do nothing`, [
    owner.userId,
    owner.mode,
  ])
  return (await lockRow(tx, owner)) as Locked
}

const withDefaults = (row: Memory): Memory => ({
  ...row,
  thresholds: { ...thresholdsByDefault, ...row.thresholds },
})

type Clock = Pick<Memory, 'now' | 'today'>

/** The time of the database, also for an owner without a memory. */
export const readClock = async (db: Rows): Promise<Clock> =>
  (await db.row<Clock>(`select ${CLOCK} from clock_timestamp() at`)) as Clock

/** Today in UTC by the clock of the database. */
export const readToday = async (db: Rows): Promise<string> => (await readClock(db)).today
