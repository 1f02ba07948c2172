import type { Media } from '@atelier/contract'
import { ImageBody, VideoBody } from '@atelier/contract'
import { expect, test } from 'vitest'
import { emptyForm, formFrom, formOf, readOrder } from './make-form.ts'

test('each choice of the form is one that the service takes', () => {
  for (const shape of ['square', 'portrait', 'landscape'] as const) {
    for (const count of ['1', '2', '4'] as const) {
      const order = readOrder({ ...emptyForm, prompt: 'a mug', shape, count })
      expect(ImageBody.safeParse(order).success).toBe(true)
    }
    for (const seconds of ['6', '10', '15'] as const) {
      const order = readOrder({ ...emptyForm, kind: 'video', prompt: 'a mug', shape, seconds, quality: 'HD' })
      expect(VideoBody.parse(order)).toMatchObject({ orientation: shape, durationSeconds: Number(seconds) })
    }
  }
})

test('no product is no field', () => {
  expect(readOrder({ ...emptyForm, prompt: ' a mug ' })).toEqual({
    kind: 'image',
    prompt: 'a mug',
    size: '1:1',
    n: 1,
  })
})

test('the same again has the same prompt, shape and ingredients', () => {
  const medium = {
    mediaType: 'VIDEO',
    prompt: 'a mug turns',
    orientation: 'portrait',
    resolution: 'HD',
    durationSeconds: 15,
    productId: 'prd_1',
    characterId: null,
  } as Media
  expect(formOf(medium)).toEqual({
    ...emptyForm,
    kind: 'video',
    prompt: 'a mug turns',
    shape: 'portrait',
    quality: 'HD',
    seconds: '15',
    product: 'prd_1',
  })
})

test('a plan brings its ingredients along, and the order names the entry point', () => {
  const form = formFrom({ product: 'prd_1', point: 'cep_1', kind: 'video', shape: 'landscape' })
  expect(readOrder({ ...form, prompt: 'a mug' })).toMatchObject({
    kind: 'video',
    productId: 'prd_1',
    cepId: 'cep_1',
    orientation: 'landscape',
  })
})
