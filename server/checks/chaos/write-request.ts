import { FormData } from 'undici'
import type { Belongings } from './create-clients.ts'
import { drawPhoto } from './draw-photo.ts'
import type { Ingredients, OrderPlan } from './plan-orders.ts'

/** An address that no name server knows, by its standard. */
export const NOWHERE = 'https://nowhere.invalid/a.png'

export type Written = { path: string; headers: Record<string, string>; body: string | FormData }

/** The same bytes whenever the same order is sent again. */
export async function writeRequest(order: OrderPlan, own: Belongings): Promise<Written> {
  if (order.make === 'form') {
    const body = new FormData()
    for (const [name, value] of Object.entries(order.fields)) body.set(name, String(value))
    body.set('file', new Blob([new Uint8Array(await drawPhoto(order.clientRef))]), 'photo.png')
    return { path: '/api/gen/video', headers: {}, body }
  }
  const body = JSON.stringify({ ...order.fields, ...nameIngredients(order.ingredients, own) })
  return { path: `/api/gen/${order.make}`, headers: { 'content-type': 'application/json' }, body }
}

function nameIngredients({ product, character, named, address }: Ingredients, own: Belongings) {
  return {
    ...(product && { productId: own.productId, cepId: own.cepId }),
    ...(product === 'tag only' && { useProductPhoto: false }),
    ...(product === 'second photo' && { productPhotoReferenceIds: [own.album[1]] }),
    ...(character && { characterId: own.characterId }),
    ...(named && { photoReferenceIds: named.map((place) => own.album[place]) }),
    ...(address && { imageUrls: [NOWHERE] }),
  }
}
