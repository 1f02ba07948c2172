import type { Warning } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Db } from '#platform/db'
import { findSimilarLosers } from './find-similar-losers.ts'

type AboutOrder = { prompt: string; references: { productId: string | null } }

/** What the memory of an owner warns of, for any order. */
export const warnOfLosers =
  (db: Db, owner: Owner) =>
  ({ prompt, references }: AboutOrder): Promise<Warning[]> =>
    findSimilarLosers(db, owner, prompt, references.productId ?? undefined)
