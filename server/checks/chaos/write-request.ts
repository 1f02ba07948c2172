import { type ApiRequest, writeForm } from '../../harness/driver/index.ts'
import type { Belongings } from './create-clients.ts'
import { drawPhoto } from './draw-photo.ts'
import type { Ingredients, SubmitPlan } from './plan-submits.ts'

/** An address that no name server knows, by its standard. */
export const NOWHERE = 'https://nowhere.invalid/a.png'

/** The same bytes whenever the same submit is sent again. */
export async function writeRequest(
  submit: SubmitPlan,
  own: Belongings,
): Promise<{ path: string; request: ApiRequest }> {
  if (submit.make === 'form') {
    const fields = Object.entries(submit.fields).map(([name, value]) => [name, String(value)])
    const form = await writeForm(Object.fromEntries(fields), drawPhoto(submit.clientRef))
    return { path: '/api/gen/video', request: { form } }
  }
  const body = { ...submit.fields, ...nameIngredients(submit.ingredients, own) }
  return { path: `/api/gen/${submit.make}`, request: { body } }
}

function nameIngredients({ product, character, named, address }: Ingredients, own: Belongings) {
  return {
    ...(product && { productId: own.productId, cepId: own.cepId }),
    ...(product === 'tag only' && { useProductPhoto: false }),
    ...(product === 'second photo' && { productPhotoReferenceIds: [own.album[1]] }),
    ...(character && { characterId: own.characterId }),
    ...(named && { photoReferenceIds: named.map((index) => own.album[index]) }),
    ...(address && { imageUrls: [NOWHERE] }),
  }
}
