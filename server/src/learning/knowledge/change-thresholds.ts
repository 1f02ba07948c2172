import { type Thresholds, type ThresholdsBody, thresholdsByDefault } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory, lockMemory, saveThresholds } from '#learning/evidence'
import type { Db, Rows } from '#platform/db'

/** From when on a result counts for this owner. */
export const readThresholds = async (db: Rows, owner: Owner): Promise<Thresholds> =>
  (await findMemory(db, owner))?.thresholds ?? thresholdsByDefault

/** Every conclusion is behind from then on: the next read draws it anew. */
export const changeThresholds = (db: Db, owner: Owner, changed: ThresholdsBody): Promise<Thresholds> =>
  db.transaction(async (tx) => saveThresholds(tx, (await lockMemory(tx, owner)).id, changed))
