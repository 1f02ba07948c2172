import { type Thresholds, type ThresholdsBody, thresholdsByDefault } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory, inMemoryTurn, lockMemory, saveThresholds } from '#learning/evidence'
import type { Db, Rows } from '#platform/db'

/** The thresholds of this owner: how much data a result needs to count. */
export const readThresholds = async (db: Rows, owner: Owner): Promise<Thresholds> =>
  (await findMemory(db, owner))?.thresholds ?? thresholdsByDefault

/** Saves thresholds. All conclusions are out of date afterwards and are recomputed by the next read. */
export const changeThresholds = (db: Db, owner: Owner, changed: ThresholdsBody): Promise<Thresholds> =>
  inMemoryTurn(owner, () =>
    db.transaction(async (tx) => saveThresholds(tx, (await lockMemory(tx, owner)).id, changed)),
  )
