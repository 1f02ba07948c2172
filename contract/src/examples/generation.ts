import type { generation } from '../endpoints/generation.ts'
import type { ModelCapabilities } from '../models.ts'
import type { ExamplesOf } from './example.ts'
import { characterPhoto, ids, imagePrompt, productPhoto } from './example-records.ts'

const capabilities: ModelCapabilities = {
  sizes: ['1:1', '2:3', '3:2'],
  nMax: 4,
  referencesMax: 5,
  mask: true,
  orientations: ['portrait', 'landscape', 'square'],
  durationsSeconds: [6, 10, 15],
  resolutions: ['SD', 'HD'],
}

export const generationExamples = {
  submitImage: {
    body: {
      prompt: imagePrompt,
      size: '2:3',
      productId: ids.product,
      characterId: ids.character,
      cepId: ids.cep,
      clientRef: 'winter-mug-1',
    },
    answer: {
      id: ids.image,
      status: 'processing',
      creditsCost: 400,
      balanceAfter: 9_600,
      waiting: true,
      pollUrl: `/api/gen/media/${ids.image}`,
      pollAfterSeconds: 10,
      message:
        'Charged 400 credits, 9600 left. Poll pollUrl about every 10 s until status is completed, ' +
        'then read videoUrl.',
      ignoredFields: [],
      droppedReferences: [],
      warnings: [],
    },
  },
  submitVideo: {
    body: {
      prompt:
        'Mia comes home from her run, takes the mug from the photo in both hands and smiles at the steam',
      productId: ids.product,
      characterId: ids.character,
      orientation: 'portrait',
      durationSeconds: 10,
      resolution: 'SD',
      clientRef: 'winter-film-1',
    },
    form: { prompt: 'the mug turns slowly in warm light', durationSeconds: '6', clientRef: 'mug-turn-1' },
    answer: {
      id: ids.video,
      status: 'processing',
      creditsCost: 1_300,
      balanceAfter: 8_300,
      waiting: true,
      pollUrl: `/api/gen/media/${ids.video}`,
      pollAfterSeconds: 10,
      message:
        'Charged 1300 credits, 8300 left. Poll pollUrl about every 10 s until status is completed, ' +
        'then read videoUrl.',
      ignoredFields: [],
      droppedReferences: [],
      warnings: [],
    },
  },
  quoteJob: {
    body: { kind: 'image', prompt: imagePrompt, n: 2, productId: ids.product, characterId: ids.character },
    answer: {
      quote: {
        creditsCost: 800,
        balance: 9_600,
        balanceAfter: 8_800,
        affordable: true,
        withinBudget: true,
        references: [
          {
            photoReferenceId: ids.productPhoto,
            fileUrl: productPhoto.url,
            label: 'front',
            origin: 'product',
            order: 0,
          },
          {
            photoReferenceId: ids.characterPhoto,
            fileUrl: characterPhoto.url,
            label: 'after a run',
            origin: 'character',
            order: 1,
          },
        ],
        droppedReferences: [],
        ignoredFields: [],
        warnings: [],
      },
      message: 'This costs 800 credits and would leave 8800. Nothing was charged.',
    },
  },
  listModels: {
    answer: {
      models: [
        {
          id: 'simulator/ok',
          description: 'Completes quickly',
          kinds: ['image', 'video'],
          isDefault: true,
          defaultFor: ['image', 'video'],
          capabilities,
        },
        {
          id: 'simulator/slow',
          description: 'Completes slowly',
          kinds: ['image', 'video'],
          isDefault: false,
          defaultFor: [],
          capabilities,
        },
      ],
    },
  },
} as const satisfies ExamplesOf<typeof generation>
