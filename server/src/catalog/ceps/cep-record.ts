import type { Cep } from '@atelier/contract'
import type { NewRecord } from '#catalog/search'

/** The search record of a CEP, with all of its texts. */
export const cepRecord = ({ id, productId, cepText, painPoint, angle, notes, keywords }: Cep): NewRecord => ({
  kind: 'cep',
  ref: id,
  productId,
  text: [cepText, painPoint, angle, notes, ...keywords].filter((text) => text !== null).join('\n'),
})
