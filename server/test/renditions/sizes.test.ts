import { expect, test } from 'vitest'
import { hasRatioOf, renditionKeyOf, renditionSizeOf } from '../../src/production/media/renditions.ts'

test.each([
  // The sizes that can be ordered, at the pixels that providers make.
  [1_024, 1_024, 'feed_portrait', 'crop', 1_024, 1_280],
  [1_024, 1_024, 'feed_portrait', 'pad', 1_080, 1_350],
  [1_024, 1_024, 'vertical', 'crop', 720, 1_280],
  [1_024, 1_024, 'vertical', 'pad', 1_080, 1_920],
  [1_024, 1_024, 'feed_landscape', 'crop', 1_200, 628],
  [1_024, 1_536, 'feed_portrait', 'crop', 1_080, 1_350],
  [1_024, 1_536, 'vertical', 'crop', 1_080, 1_920],
  [1_024, 1_536, 'feed_landscape', 'pad', 1_200, 628],
  [1_536, 1_024, 'vertical', 'crop', 720, 1_280],
  [1_536, 1_024, 'feed_landscape', 'crop', 1_200, 628],
  // Large ones give no more than the placement shows, small ones fewer.
  [4_000, 4_000, 'vertical', 'crop', 1_080, 1_920],
  [256, 384, 'feed_portrait', 'crop', 320, 400],
  [1, 1, 'vertical', 'crop', 1, 2],
  [9_000, 1, 'feed_landscape', 'crop', 2, 1],
] as const)('%d x %d gives a %s by %s of %d x %d', (...row) => {
  const [width, height, placement, way, ...made] = row
  const size = renditionSizeOf({ width, height }, { placement, way })
  expect([size.width, size.height]).toEqual(made)
})

test.each([
  [1_080, 1_350, ['feed_portrait']],
  [1_024, 1_280, ['feed_portrait']],
  [1_080, 1_920, ['vertical']],
  [1_200, 628, ['feed_landscape']],
  [1_920, 1_080, []],
  [1_024, 1_536, []],
  [1_536, 1_024, []],
] as const)('a picture of %d x %d has the ratio of %j already', (width, height, fits) => {
  const all = ['feed_portrait', 'vertical', 'feed_landscape'] as const
  expect(all.filter((placement) => hasRatioOf({ width, height }, placement))).toEqual(fits)
})

test('a rendition is stored under the name and the hash of its file', () => {
  const file = `med_4cVbN0aRkQ2sX8mLtZ1yPw/1-${'ab'.repeat(32)}`
  expect(renditionKeyOf(`generated/${file}.webp`, { placement: 'vertical', way: 'pad' })).toBe(
    `renditions/${file}-vertical-pad-1.jpg`,
  )
})
