import type { characters, products } from '../endpoints/products.ts'
import type { ExamplesOf } from './example.ts'
import { at, cep, EXAMPLE_URL, ids, mia, miaPhoto, mug, mugPhoto, picture } from './example-records.ts'

const oneMug = { id: ids.mug }
const oneMia = { id: ids.mia }
const fresh = { ...mug, mediaCount: 0, referencePhotoCount: 0, primaryPhotoUrl: null }

export const productExamples = {
  createProduct: {
    body: { name: 'Enamel mug' },
    answer: {
      product: fresh,
      message: 'Product created. Add photos of it, then send its id as productId in a job.',
    },
  },
  listProducts: { query: { limit: '20' }, answer: { products: [mug], nextCursor: null } },
  readProduct: {
    params: oneMug,
    answer: { product: { ...mug, media: [picture], photos: [mugPhoto], ceps: [cep] } },
  },
  renameProduct: {
    params: oneMug,
    body: { name: 'Enamel mug, blue' },
    answer: {
      product: { ...mug, name: 'Enamel mug, blue', updatedAt: at('12:10:00') },
      message: 'Product renamed.',
    },
  },
  listProductReferences: { params: oneMug, answer: { photos: [mugPhoto] } },
  addProductReference: {
    params: oneMug,
    body: { fileUrl: 'https://shop.example/enamel-mug.jpg', label: 'front' },
    form: { label: 'front' },
    answer: {
      photo: mugPhoto,
      message: 'Photo added. It is the oldest, so it is the primary photo, which jobs use by default.',
    },
  },
  removeProductReference: {
    params: { ...oneMug, photoId: ids.mugPhoto },
    answer: {
      photo: { ...mugPhoto, isPrimary: false },
      message: 'Photo deactivated. The oldest of the remaining photos is the primary one.',
    },
  },
  attachMedia: {
    params: oneMug,
    body: { generatedMediaId: ids.picture },
    answer: {
      media: picture,
      product: { id: ids.mug, name: 'Enamel mug', mediaCount: 1 },
      message: 'Attached. The product now has 1 media. Retention does not remove this file.',
    },
  },
  uploadAsset: {
    form: {},
    answer: {
      asset: {
        id: ids.upload,
        url: `${EXAMPLE_URL}/api/photos/serve/uploads/${ids.upload}.jpg`,
        contentType: 'image/jpeg',
        sizeBytes: 284_310,
        sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
        width: 1_600,
        height: 1_200,
        createdAt: at('11:51:00'),
      },
      message: 'Image stored. Send its id as mediaAssetId to add it to a product or character.',
    },
  },
} satisfies ExamplesOf<typeof products>

export const characterExamples = {
  createCharacter: {
    body: { name: 'Mia', description: 'Runs before work, in every weather' },
    answer: {
      character: { ...mia, photoCount: 0 },
      message: 'Character created. Add photos, then send its id as characterId in a job.',
    },
  },
  listCharacters: { query: { limit: '20' }, answer: { characters: [mia], nextCursor: null } },
  readCharacter: { params: oneMia, answer: { character: { ...mia, photos: [miaPhoto] } } },
  listCharacterReferences: { params: oneMia, answer: { photos: [miaPhoto] } },
  addCharacterReference: {
    params: oneMia,
    body: { mediaAssetId: ids.upload, label: 'after a run' },
    form: { label: 'after a run' },
    answer: {
      photo: miaPhoto,
      message: 'Photo added. It is the oldest, so it is the primary photo, which jobs use by default.',
    },
  },
  removeCharacterReference: {
    params: { ...oneMia, photoId: ids.miaPhoto },
    answer: {
      photo: { ...miaPhoto, isPrimary: false },
      message: 'Photo deactivated. The oldest of the remaining photos is the primary one.',
    },
  },
} satisfies ExamplesOf<typeof characters>
