import type { Cep, HistoryRow, Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import { placesOf } from './places-of.ts'

const point = (id: string) => ({ id, cepText: id }) as Cep
const row = (cepId: string, tier: HistoryRow['tier'], more: Partial<HistoryRow> = {}) =>
  ({ id: `${cepId}-${tier}`, cepId, tier, platformAdId: null, generatedMediaId: null, ...more }) as HistoryRow
const medium = (id: string, cepId: string) => ({ id, cepId, thumbnailUrl: `/${id}` }) as Media

test('a place shows its best tier, the picture of that ad, and each ad once', () => {
  const [place] = placesOf(
    [point('a')],
    [
      row('a', 'promising', { platformAdId: '1', generatedMediaId: 'med_1' }),
      row('a', 'winner', { platformAdId: '2', generatedMediaId: 'med_2' }),
      row('a', 'loser', { platformAdId: '2', generatedMediaId: 'med_2' }),
      row('b', 'winner', { platformAdId: '3' }),
    ],
    [medium('med_9', 'a')],
  )
  expect(place).toMatchObject({ tier: 'winner', ads: 2, pictureId: 'med_2' })
})

test('an entry point without an ad shows its newest picture, or none', () => {
  const [a, b] = placesOf([point('a'), point('b')], [], [medium('new', 'a'), medium('old', 'a')])
  expect(a).toMatchObject({ tier: null, ads: 0, best: null, pictureId: 'new' })
  expect(b?.pictureId).toBeNull()
})
