import type { knowledge } from '../endpoints/knowledge.ts'
import type { ExamplesOf } from './example.ts'
import { cep, ids } from './example-records.ts'

/** One ad is about to fall under the usual, and two places are free. */
export const planExample = {
  query: { productId: ids.product, active: '3', target: '5' },
  answer: {
    plan: {
      need: 2,
      cells: [
        {
          cepId: cep.id,
          characterId: ids.character,
          mediaType: 'IMAGE',
          orientation: 'portrait',
          state: 'winning',
          estimate: 4.03,
          probabilityBetter: 0.9998,
          ads: 3,
        },
        {
          cepId: cep.id,
          characterId: null,
          mediaType: 'VIDEO',
          orientation: 'portrait',
          state: 'untested',
          estimate: null,
          probabilityBetter: null,
          ads: 0,
        },
      ],
      make: [
        {
          cepId: cep.id,
          characterId: ids.character,
          mediaType: 'IMAGE',
          orientation: 'portrait',
          count: 1,
          reason: 'Won with 3 of 3 ads, the last one is fading: one more with its hook.',
          cepText: cep.cepText,
          hook: 'Cold?',
          newHooks: 0,
          lift: { expected: 1.62, low: 1.08, high: 2.43 },
          followsWinner: true,
          creditsCost: 400,
        },
        {
          cepId: cep.id,
          characterId: null,
          mediaType: 'VIDEO',
          orientation: 'portrait',
          count: 1,
          reason: 'Never tried, expected at 1.0 times the usual: one ad to find out.',
          cepText: cep.cepText,
          hook: null,
          newHooks: 1,
          lift: { expected: 1, low: 0.5, high: 1.98 },
          followsWinner: false,
          creditsCost: 1_000,
        },
      ],
      creditsCost: 1_400,
      fewWinners: null,
      running: [
        {
          cepId: cep.id,
          characterId: ids.character,
          mediaType: 'IMAGE',
          orientation: 'portrait',
          hook: 'Cold?',
          platformAdId: '23851234567890',
          generatedMediaId: ids.image,
          firstDay: '2026-10-20',
          lastDay: '2026-11-12',
          fading: true,
          fall: { days: 4, earliest: 1, latest: 9, due: true },
          spendAtRisk: 212.4,
          expectedLoss: 38.15,
          currency: 'EUR',
        },
      ],
      runningCells: [
        {
          cepId: cep.id,
          characterId: ids.character,
          mediaType: 'IMAGE',
          orientation: 'portrait',
          ads: 1,
          fall: { days: 4, earliest: 1, latest: 9, due: true },
          spendAtRisk: [{ currency: 'EUR', amount: 212.4 }],
        },
      ],
      replace: [
        {
          platformAdId: '23851234567890',
          generatedMediaId: ids.image,
          fall: { days: 4, earliest: 1, latest: 9, due: true },
          spendAtRisk: 212.4,
          expectedLoss: 38.15,
          currency: 'EUR',
          by: {
            cepId: cep.id,
            characterId: ids.character,
            mediaType: 'IMAGE',
            orientation: 'portrait',
            reason: 'Won with 3 of 3 ads, the last one is fading: one more, with a new hook.',
            cepText: cep.cepText,
            hook: null,
            lift: { expected: 1.55, low: 1.03, high: 2.33 },
          },
        },
      ],
    },
    message:
      'Make 2 creatives as in `make`, then report their rows. ' +
      '1 of the running ads should be replaced, as in `replace`.',
  },
} satisfies ExamplesOf<typeof knowledge>['planCreatives']
