import { makeDeletedCep, makeDeletedPhoto } from './make-order.ts'
import { type IdField, inBody } from './test-security.ts'

/** The id fields of an order, and the status expected for a wrong id in each: D-31. */
export const orderIds: Record<string, IdField> = {
  productId: inBody('product', 'productId', { foreign: 403, absent: 404 }),
  characterId: inBody('character', 'characterId', { foreign: 403, absent: 404 }),
  photoReferenceIds: inBody('photo', 'photoReferenceIds', {
    foreign: 403,
    absent: 404,
    many: true,
    deleted: makeDeletedPhoto,
  }),
  cepId: inBody('cep', 'cepId', { foreign: 403, absent: 404, deleted: makeDeletedCep }),
  productPhotoReferenceIds: inBody('photo', 'productPhotoReferenceIds', {
    foreign: 400,
    absent: 400,
    many: true,
    deleted: makeDeletedPhoto,
  }),
}
