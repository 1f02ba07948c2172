import { hash } from 'node:crypto'
import { type Ingredients, idKinds } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { inBase62 } from '#platform/ids'

/** The product and the comparison group of a pattern. A pattern of claims alone has no objective. */
export type PatternOrigin = {
  productId: string
  objective: string | null
  currency: string | null
  conversionType: string | null
  attribution: string | null
}

const LENGTH = 22
const BYTES = 16

/**
 * A stable id: 128 bits of a hash over what identifies the pattern, so it is the same in each computation.
 * The metric follows from the objective, so it is part of the identity only where there is none.
 */
export function patternId(
  owner: Owner,
  origin: PatternOrigin,
  metric: string,
  ingredients: Ingredients,
): string {
  const { productId, objective, currency, conversionType, attribution } = origin
  const identity = JSON.stringify([
    [owner.userId, owner.mode, productId],
    objective === null ? [metric] : [objective, currency, conversionType, attribution],
    [
      ingredients.cepId,
      ingredients.angle,
      ingredients.characterId,
      ingredients.mediaType,
      ingredients.orientation,
      ingredients.hook,
      // Added later: the ids of other patterns are stored by agents and must stay.
      ...(ingredients.noCharacter ? ['no character'] : []),
    ],
  ])
  const digest = hash('sha256', identity, 'buffer').subarray(0, BYTES)
  return `${idKinds.pattern}_${inBase62(BigInt(`0x${digest.toString('hex')}`), LENGTH)}`
}
