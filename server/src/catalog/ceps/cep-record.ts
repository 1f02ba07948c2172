import type { Cep } from '@atelier/contract'
import type { NewRecord } from '#catalog/search'

/** A CEP as it is searched: all that was written about it. */
export const cepRecord = ({ id, productId, cepText, painPoint, angle, notes }: Cep): NewRecord => ({
  kind: 'cep',
  ref: id,
  productId,
  text: [cepText, painPoint, angle, notes].filter((text) => text !== null).join('\n'),
})
