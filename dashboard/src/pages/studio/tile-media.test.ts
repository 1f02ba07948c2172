import type { OwnedMedia } from '@atelier/contract'
import { expect, test } from 'vitest'
import { placesInJobs } from './places-in-jobs.ts'
import { tileMediaOf } from './tile-media.ts'

const file = (id: string) => ({
  id,
  videoUrl: 'https://files.example/v',
  thumbnailUrl: 'https://files.example/t',
})
const medium = (more: Partial<OwnedMedia>) =>
  ({
    id: 'med_1',
    prompt: 'A mug',
    parentId: null,
    message: 'Done.',
    outputs: [file('med_1')],
    ...more,
  }) as OwnedMedia

test('a tile keeps what it shows and nothing else', () => {
  const kept = tileMediaOf(medium({}))
  expect(kept).toMatchObject({ id: 'med_1', prompt: 'A mug', outputs: [] })
  expect(kept).not.toHaveProperty('message')
})

test('the files of one job still know their places', () => {
  const job = tileMediaOf(medium({ outputs: [file('med_1'), file('med_2')] }))
  const sibling = tileMediaOf(medium({ id: 'med_2', parentId: 'med_1', outputs: [file('med_2')] }))
  const places = placesInJobs([job, sibling, tileMediaOf(medium({ id: 'med_alone' }))])
  expect(places.get(sibling.id)).toEqual({ at: 2, of: 2 })
  expect(places.get(job.id)).toEqual({ at: 1, of: 2 })
  expect(places.get('med_alone')).toBeUndefined()
})
