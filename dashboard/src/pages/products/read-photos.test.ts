import { LABEL_CHARACTERS, UPLOAD_BYTES } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readPhotos } from './read-photos.ts'

const file = (name: string, type: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type })

test('a label is the name of the file, and fits the service', () => {
  const [front, long] = readPhotos(
    [file('mug front.jpeg', 'image/jpeg'), file(`${'x'.repeat(300)}.png`, 'image/png')],
    'pasted',
  )
  expect(front).toMatchObject({ label: 'mug front', wrong: null })
  expect(long?.label).toHaveLength(LABEL_CHARACTERS)
})

test('a pasted picture has a label of its own', () => {
  expect(readPhotos([file('image.png', 'image/png')], 'pasted')[0]?.label).toBe('pasted')
})

test('what the service would refuse is not sent', () => {
  const [gif, large] = readPhotos(
    [file('a.gif', 'image/gif'), file('b.png', 'image/png', UPLOAD_BYTES + 1)],
    'pasted',
  )
  expect([gif?.wrong, large?.wrong]).toEqual(['kind', 'size'])
})
