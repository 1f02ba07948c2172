import type { media } from '../endpoints/media.ts'
import { RENDITIONS_NOTE } from '../renditions.ts'
import type { ExamplesOf } from './example.ts'
import { at, cancelledImage, completedImage, ids } from './example-records.ts'

const { videoUrl, ...withoutFile } = completedImage

const feed = { placement: 'feed_portrait', ratio: '4:5' } as const
const stories = { placement: 'vertical', ratio: '9:16' } as const
const link = { placement: 'feed_landscape', ratio: '1.91:1' } as const

const renditionUrl = (name: string): string =>
  (completedImage.thumbnailUrl ?? '').replace('/thumbnails/', '/renditions/').replace('.jpg', `-${name}.jpg`)

/** The two hashes are a valid chain of the transactions below. */
const HASHES = [
  '8436e52ee7bfb5951639e8c1e6a9a9aac3280286d40d0cf94bd74322e7daf922',
  'b4c9f6cb606843a9f1d55adbf963158cd22de1388d4c525a5fce0621be4c57f9',
] as const

export const mediaExamples = {
  pollMedia: { params: { id: ids.image }, answer: completedImage },
  listMedia: {
    query: { type: 'image', status: 'completed', limit: '20' },
    answer: { media: [completedImage], nextCursor: null },
  },
  listImages: {
    query: { limit: '20' },
    answer: {
      images: [
        {
          ...withoutFile,
          imageUrl: videoUrl,
          message: 'Completed for 400 credits. The file is at imageUrl, its permanent URL.',
        },
      ],
      nextCursor: null,
    },
  },
  cancelMedia: {
    params: { id: ids.image },
    answer: { media: cancelledImage, message: cancelledImage.message },
  },
  downloadMedia: {
    params: { id: ids.image },
    answer: {
      downloadUrl: `${videoUrl}?download=1`,
      fileName: `${ids.image}.png`,
      contentType: 'image/png',
      sizeBytes: 1_482_113,
      sha256: '5f0c1d3e9b7a486c2e5d8f1a0b3c6d9e2f5a8b1c4d7e0f3a6b9c2d5e8f1a4b7c',
      expiresAt: null,
      uploadKit: {
        md5: '9e107d9d372bb6826bd81d3542a419d6',
        width: 1_024,
        height: 1_280,
        codec: null,
        durationSeconds: 0,
        thumbnailUrl: completedImage.thumbnailUrl ?? '',
        placements: ['feed_portrait'],
        renditions: [
          { ...feed, way: 'none', url: videoUrl ?? '', width: 1_024, height: 1_280 },
          { ...stories, way: 'crop', url: renditionUrl('vertical-crop'), width: 900, height: 1_600 },
          { ...stories, way: 'pad', url: renditionUrl('vertical-pad'), width: 1_080, height: 1_920 },
          { ...link, way: 'crop', url: renditionUrl('feed_landscape-crop'), width: 1_200, height: 628 },
          { ...link, way: 'pad', url: renditionUrl('feed_landscape-pad'), width: 1_200, height: 628 },
        ],
        renditionsNote: RENDITIONS_NOTE,
        aiOriginMark: true,
      },
    },
  },
  readCredits: {
    query: { limit: '50' },
    answer: {
      balance: 9_600,
      transactions: [
        {
          id: 'txn_2kZsRf5GxJ8bUo3wEmA6tC',
          amount: -400,
          reason: 'image_generation',
          refId: ids.image,
          refType: 'generated_media',
          balanceAfter: 9_600,
          txHash: HASHES[1],
          createdAt: at('12:00:00'),
        },
        {
          id: 'txn_1pQmWz8KdT4vYh0sNcL7rB',
          amount: 10_000,
          reason: 'credit_grant',
          refId: 'grn_0tYb3LkVq9sXm2Rc7HfWdP',
          refType: 'credit_grant',
          balanceAfter: 10_000,
          txHash: HASHES[0],
          createdAt: at('11:58:00'),
        },
      ],
      nextCursor: null,
      budget: null,
      scopes: ['read', 'generate', 'cep', 'knowledge'],
    },
  },
  readQuotas: {
    answer: {
      quotas: {
        uploads: { used: 1, limit: 5_000 },
        uploadBytes: { used: 284_310, limit: 10_737_418_240 },
        photos: { used: 2, limit: 20_000 },
        photoBytes: { used: 568_620, limit: 42_949_672_960 },
        memoryRows: { used: 0, limit: 5_000_000 },
        notes: { used: 0, limit: 100_000 },
      },
    },
  },
  verifyCredits: { answer: { valid: true, checked: 2, headHash: HASHES[1], brokenAt: null } },
} satisfies ExamplesOf<typeof media>
