import { z } from 'zod'
import { Cep } from './ceps.ts'
import { idRef, idSchema } from './ids.ts'
import { DESCRIPTION_CHARACTERS, LATEST_MEDIA_OF_PRODUCT, NAME_CHARACTERS } from './limits.ts'
import { Media } from './media.ts'
import { nextCursor } from './paging.ts'
import { Photo } from './photos.ts'
import { message, text, time } from './text.ts'

export const Product = z
  .object({
    id: idSchema('product'),
    name: z.string(),
    mediaCount: z.int(),
    referencePhotoCount: z.int(),
    primaryPhotoUrl: z.url().nullable(),
    createdAt: time(),
    updatedAt: time(),
  })
  .meta({ id: 'Product' })

export type Product = z.infer<typeof Product>

export const ProductDetail = Product.extend({
  media: z
    .array(Media)
    .max(LATEST_MEDIA_OF_PRODUCT)
    .meta({ description: `The latest ${LATEST_MEDIA_OF_PRODUCT} completed media` }),
  photos: z.array(Photo),
  ceps: z.array(Cep),
}).meta({ id: 'ProductDetail' })

const name = text(1, NAME_CHARACTERS).meta({ example: 'Mug' })

export const ProductBody = z.object({ name }).meta({ id: 'ProductBody' })
export const ProductAnswer = z.object({ product: Product, message })
export const ProductList = z.object({ products: z.array(Product), nextCursor })

export const AttachBody = z.object({ generatedMediaId: idRef('media') }).meta({ id: 'AttachBody' })

export const AttachAnswer = z.object({
  media: Media,
  product: z.object({ id: idSchema('product'), name: z.string(), mediaCount: z.int() }),
  message,
})

export const Character = z
  .object({
    id: idSchema('character'),
    name: z.string(),
    description: z.string().nullable(),
    photoCount: z.int(),
    createdAt: time(),
  })
  .meta({ id: 'Character' })

export type Character = z.infer<typeof Character>

export const CharacterDetail = Character.extend({ photos: z.array(Photo) }).meta({ id: 'CharacterDetail' })

export const CharacterBody = z
  .object({
    name: text(1, NAME_CHARACTERS).meta({ example: 'Mia' }),
    description: text(0, DESCRIPTION_CHARACTERS).optional(),
  })
  .meta({ id: 'CharacterBody' })

export const CharacterAnswer = z.object({ character: Character, message })
export const CharacterList = z.object({ characters: z.array(Character), nextCursor })

/** The path parameters of one photo of a product or character. */
export const photoParams = (holder: 'product' | 'character') =>
  z.object({ id: idSchema(holder), photoId: idSchema('photo') })
