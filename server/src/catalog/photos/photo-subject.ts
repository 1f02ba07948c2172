/** Whose photo it is: a product's or a character's. */
export type Holder = { productId: string } | { characterId: string }

type HolderColumns = { column: 'product_id' | 'character_id'; id: string }

export const columnOf = (holder: Holder): HolderColumns =>
  'productId' in holder
    ? { column: 'product_id', id: holder.productId }
    : { column: 'character_id', id: holder.characterId }
