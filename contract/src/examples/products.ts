import type { characters, products } from '../endpoints/products.ts'
import type { ExamplesOf } from './example.ts'
import {
  at,
  cep,
  character,
  characterPhoto,
  completedImage,
  EXAMPLE_URL,
  ids,
  product,
  productPhoto,
} from './example-records.ts'

const productParams = { id: ids.product }
const characterParams = { id: ids.character }
export const exampleUpload = {
  id: ids.upload,
  url: `${EXAMPLE_URL}/api/photos/serve/uploads/${ids.upload}.jpg`,
  contentType: 'image/jpeg',
  sizeBytes: 284_310,
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  width: 1_600,
  height: 1_200,
  createdAt: at('11:51:00'),
}
const newProduct = { ...product, mediaCount: 0, referencePhotoCount: 0, primaryPhotoUrl: null }

export const productExamples = {
  createProduct: {
    body: { name: 'Enamel mug' },
    answer: {
      product: newProduct,
      message: 'Product created. Add photos of it, then send its id as productId in a job.',
    },
  },
  listProducts: { query: { limit: '20' }, answer: { products: [product], nextCursor: null } },
  readProduct: {
    params: productParams,
    answer: { product: { ...product, media: [completedImage], photos: [productPhoto], ceps: [cep] } },
  },
  renameProduct: {
    params: productParams,
    body: { name: 'Enamel mug, blue' },
    answer: {
      product: { ...product, name: 'Enamel mug, blue', updatedAt: at('12:10:00') },
      message: 'Product renamed.',
    },
  },
  listProductReferences: { params: productParams, answer: { photos: [productPhoto] } },
  addProductReference: {
    params: productParams,
    body: { fileUrl: 'https://shop.example/enamel-mug.jpg', label: 'front' },
    form: { label: 'front' },
    answer: {
      photo: productPhoto,
      message: 'Photo added. It is the oldest, so it is the primary photo, which jobs use by default.',
    },
  },
  removeProductReference: {
    params: { ...productParams, photoId: ids.productPhoto },
    answer: {
      photo: { ...productPhoto, isPrimary: false },
      message:
        'Photo deleted, and its file erased: its address is answered 410. ' +
        'The oldest of the remaining photos is the primary one.',
    },
  },
  attachMedia: {
    params: productParams,
    body: { generatedMediaId: ids.image },
    answer: {
      media: completedImage,
      product: { id: ids.product, name: 'Enamel mug', mediaCount: 1 },
      message: 'Attached. The product now has 1 media. Retention does not remove this file.',
    },
  },
  uploadAsset: {
    form: {},
    answer: {
      asset: exampleUpload,
      message: 'Image stored. Send its id as mediaAssetId to add it to a product or character.',
    },
  },
  listAssets: { query: { limit: '20' }, answer: { assets: [exampleUpload], nextCursor: null } },
  deleteAsset: {
    params: { id: ids.upload },
    answer: {
      asset: { id: ids.upload, status: 'deleted' },
      message: 'Upload deleted. Photos that were made from it stay.',
    },
  },
} satisfies ExamplesOf<typeof products>

export const characterExamples = {
  createCharacter: {
    body: { name: 'Mia', description: 'Runs before work, in every weather' },
    answer: {
      character: { ...character, photoCount: 0 },
      message: 'Character created. Add photos, then send its id as characterId in a job.',
    },
  },
  listCharacters: { query: { limit: '20' }, answer: { characters: [character], nextCursor: null } },
  readCharacter: {
    params: characterParams,
    answer: { character: { ...character, photos: [characterPhoto] } },
  },
  listCharacterReferences: { params: characterParams, answer: { photos: [characterPhoto] } },
  addCharacterReference: {
    params: characterParams,
    body: { mediaAssetId: ids.upload, label: 'after a run' },
    form: { label: 'after a run' },
    answer: {
      photo: characterPhoto,
      message: 'Photo added. It is the oldest, so it is the primary photo, which jobs use by default.',
    },
  },
  removeCharacterReference: {
    params: { ...characterParams, photoId: ids.characterPhoto },
    answer: {
      photo: { ...characterPhoto, isPrimary: false },
      message:
        'Photo deleted, and its file erased: its address is answered 410. ' +
        'The oldest of the remaining photos is the primary one.',
    },
  },
} satisfies ExamplesOf<typeof characters>
