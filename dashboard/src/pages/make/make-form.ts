import type { Media } from '@atelier/contract'
import type { Order } from '../../api/orders.ts'

export type MakeForm = {
  kind: 'image' | 'video'
  prompt: string
  product: string
  character: string
  /** The entry point that it is made for. */
  point: string
  shape: 'square' | 'portrait' | 'landscape'
  count: '1' | '2' | '4'
  seconds: '6' | '10' | '15'
  quality: 'SD' | 'HD'
}

export const emptyForm: MakeForm = {
  kind: 'image',
  prompt: '',
  product: '',
  character: '',
  point: '',
  shape: 'square',
  count: '1',
  seconds: '10',
  quality: 'SD',
}

/** The ingredients that a link brings along. */
export type GivenIngredients = {
  product?: string | undefined
  point?: string | undefined
  character?: string | undefined
  kind?: MakeForm['kind'] | undefined
  shape?: MakeForm['shape'] | undefined
}

export const formFrom = ({ product, point, character, kind, shape }: GivenIngredients): MakeForm => ({
  ...emptyForm,
  product: product ?? emptyForm.product,
  point: point ?? emptyForm.point,
  character: character ?? emptyForm.character,
  kind: kind ?? emptyForm.kind,
  shape: shape ?? emptyForm.shape,
})

const sizes = { square: '1:1', portrait: '2:3', landscape: '3:2' } as const
const counts = { 1: 1, 2: 2, 4: 4 } as const
const lengths = { 6: 6, 10: 10, 15: 15 } as const

/** What the service takes, from what the form shows. */
export function readOrder(form: MakeForm): Order {
  const common = {
    prompt: form.prompt.trim(),
    ...(form.product && { productId: form.product }),
    ...(form.character && { characterId: form.character }),
    ...(form.point && { cepId: form.point }),
  }
  if (form.kind === 'image')
    return { kind: 'image', ...common, size: sizes[form.shape], n: counts[form.count] }
  return {
    kind: 'video',
    ...common,
    orientation: form.shape,
    resolution: form.quality,
    durationSeconds: lengths[form.seconds],
  }
}

/** The same again: everything but the count, which belongs to the job and not to the picture. */
export function formOf(medium: Media): MakeForm {
  const seconds = String(medium.durationSeconds)
  return {
    ...emptyForm,
    kind: medium.mediaType === 'VIDEO' ? 'video' : 'image',
    prompt: medium.prompt,
    product: medium.productId ?? '',
    character: medium.characterId ?? '',
    point: medium.cepId ?? '',
    shape: medium.orientation,
    quality: medium.resolution,
    seconds: seconds === '6' || seconds === '15' ? seconds : '10',
  }
}
