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
    id: idSchema('product').describe('The id of the product'),
    name: z.string().describe('Its name'),
    mediaCount: z.int().describe('How many media are attached to it'),
    referencePhotoCount: z.int().describe('How many active photos it has'),
    primaryPhotoUrl: z.url().nullable().describe('Its oldest active photo; null: it has none'),
    createdAt: time().describe('When it was created'),
    updatedAt: time().describe('When it was last renamed, or created'),
  })
  .meta({ id: 'Product' })

export type Product = z.infer<typeof Product>

export const ProductDetail = Product.extend({
  media: z
    .array(Media)
    .max(LATEST_MEDIA_OF_PRODUCT)
    .meta({ description: `The latest ${LATEST_MEDIA_OF_PRODUCT} completed media` }),
  photos: z.array(Photo).describe('Its active photos, oldest first'),
  ceps: z.array(Cep).describe('Its active CEPs, oldest first'),
}).meta({ id: 'ProductDetail' })

const name = text(1, NAME_CHARACTERS).meta({ example: 'Mug' }).describe('A name, at most 200 characters')
export const ProductBody = z.object({ name }).meta({ id: 'ProductBody' })
export const ProductAnswer = z.object({ product: Product.describe('The product after the change'), message })
export const ProductList = z.object({
  products: z.array(Product).describe('One page, newest first'),
  nextCursor,
})

export const AttachBody = z
  .object({ generatedMediaId: idRef('media').describe('The completed media to attach') })
  .meta({ id: 'AttachBody' })

export const AttachAnswer = z.object({
  media: Media.describe('The attached media'),
  product: z
    .object({
      id: idSchema('product').describe('The id of the product'),
      name: z.string().describe('Its name'),
      mediaCount: z.int().describe('How many media are attached to it now'),
    })
    .describe('The product that it belongs to now'),
  message,
})

export const Character = z
  .object({
    id: idSchema('character').describe('The id of the character'),
    name: z.string().describe('Its name'),
    description: z.string().nullable().describe('What the character looks like, in your words; null: none'),
    photoCount: z.int().describe('How many active photos it has'),
    createdAt: time().describe('When it was created'),
  })
  .meta({ id: 'Character' })

export type Character = z.infer<typeof Character>

export const CharacterDetail = Character.extend({
  photos: z.array(Photo).describe('Its active photos, oldest first'),
}).meta({ id: 'CharacterDetail' })

export const CharacterBody = z
  .object({
    name: text(1, NAME_CHARACTERS).meta({ example: 'Mia' }).describe('A name, at most 200 characters'),
    description: text(0, DESCRIPTION_CHARACTERS)
      .optional()
      .describe('What the character looks like, in your words'),
  })
  .meta({ id: 'CharacterBody' })

export const CharacterAnswer = z.object({ character: Character.describe('The character'), message })
export const CharacterList = z.object({
  characters: z.array(Character).describe('One page, newest first'),
  nextCursor,
})

/** The path parameters of one photo of a product or character. */
export const photoParams = (holder: 'product' | 'character') =>
  z.object({
    id: idSchema(holder).describe('The id of the holder of the photo'),
    photoId: idSchema('photo').describe('The id of the photo'),
  })
