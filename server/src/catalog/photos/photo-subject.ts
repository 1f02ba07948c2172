/** The product or character that a photo belongs to; `holder_id` in the database. */
export type PhotoSubject = { productId: string } | { characterId: string }

type SubjectColumn = { column: 'product_id' | 'character_id'; id: string }

export const columnOf = (subject: PhotoSubject): SubjectColumn =>
  'productId' in subject
    ? { column: 'product_id', id: subject.productId }
    : { column: 'character_id', id: subject.characterId }
