import { expect, test } from 'vitest'
import { cheapestOf, videoKeysOf } from './cheapest-of.ts'

const made = (keyId: string | null, images: number, videos: number) => ({ keyId, images, videos })
const price = (id: string, perJobCreditLimit: number | null, videoKeys: ReadonlySet<string>) =>
  cheapestOf({ id, perJobCreditLimit }, videoKeys)

test('a key that makes videos alone is warned by the price of a video', () => {
  const videoKeys = videoKeysOf([
    made('key_video', 0, 3),
    made('key_video', 0, 0),
    made('key_both', 0, 1),
    made('key_both', 2, 0),
    made('key_failed', 0, 0),
    made(null, 0, 5),
  ])
  expect([...videoKeys]).toEqual(['key_video'])
  expect([price('key_video', 5_000, videoKeys), price('key_both', null, videoKeys)]).toEqual([1_000, 400])
  expect(price('key_new', null, videoKeys)).toBe(400)
})

test('a ceiling per job below a picture leaves no picture', () => {
  expect(price('key_a', 399, new Set())).toBe(1_000)
})
