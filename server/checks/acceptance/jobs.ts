import { setTimeout as sleep } from 'node:timers/promises'
import type { Media, Photo, Product, SubmitAnswer } from '@atelier/contract'
import type { Answer } from './api.ts'
import type { Caller } from './caller.ts'
import { drawPng, type Rgb, writeForm } from './draw-png.ts'
import { expectId, expectInteger, expectMatch, expectText, fail } from './expect.ts'
import { expectCreated, expectOk } from './expect-answer.ts'
import { expectMedia } from './expect-media.ts'

export type Submit = (caller: Caller, fields?: object) => Promise<Answer<SubmitAnswer>>

export const PROMPT = 'a red mug on a wooden table'
const FINAL_WITHIN_SECONDS = 90
const POLL_EVERY_MS = 500

export const submitImage: Submit = (caller, fields) =>
  caller.post('/api/gen/image', { prompt: PROMPT, model: 'simulator/ok', ...fields })

export const submitVideo: Submit = (caller, fields) =>
  caller.post('/api/gen/video', { prompt: 'the mug turns slowly', model: 'simulator/ok', ...fields })

export const accept = (answer: Promise<Answer<SubmitAnswer>>, what = 'submit'): Promise<SubmitAnswer> =>
  expectCreated(answer, what)

/** A fresh job: every field of the submit response, with this price. */
export async function acceptAt(
  creditsCost: number,
  answer: Promise<Answer<SubmitAnswer>>,
  what = 'submit',
): Promise<SubmitAnswer> {
  const body = await accept(answer, what)
  expectId(body.id, 'med', `${what}: id`)
  expectInteger(body.balanceAfter, `${what}: balanceAfter`)
  expectText(body.message, `${what}: message`)
  const pollUrl = `/api/gen/media/${body.id}`
  const fresh = { status: 'processing', creditsCost, waiting: true, pollAfterSeconds: 10, pollUrl }
  expectMatch(body, fresh, what)
  return body
}

/** One poll, with every field of the media checked. */
export async function pollMedia(caller: Caller, id: string): Promise<Media> {
  return expectMedia(await expectOk(caller.get<Media>(`/api/gen/media/${id}`), `poll of ${id}`))
}

/** Polls until the job is final. */
export async function waitForMedia(
  caller: Caller,
  id: string,
  withinSeconds = FINAL_WITHIN_SECONDS,
): Promise<Media> {
  const endsAt = Date.now() + withinSeconds * 1000
  while (Date.now() < endsAt) {
    const media = await pollMedia(caller, id)
    if (!media.waiting) return media
    await sleep(POLL_EVERY_MS)
  }
  return fail(`media ${id} is still waiting after ${withinSeconds} s`)
}

/** Submits an image and waits until it is final. */
export const runImage = async (caller: Caller, fields?: object): Promise<Media> =>
  waitForMedia(caller, (await accept(submitImage(caller, fields))).id)

export async function createProduct(caller: Caller, name = 'Mug'): Promise<Product> {
  const created = caller.post<{ product: Product }>('/api/gen/products', { name })
  return (await expectCreated(created, 'create product')).product
}

type Holder = { family: 'products' | 'characters'; id: string }

/** Adds a reference photo by upload. */
export async function addPhoto(caller: Caller, holder: Holder, label: string, colour: Rgb): Promise<Photo> {
  const form = writeForm({ label }, drawPng(300, 200, colour))
  const path = `/api/gen/${holder.family}/${holder.id}/reference`
  return (await expectCreated(caller.upload<{ photo: Photo }>(path, form), 'add a photo by upload')).photo
}

export const addProductPhoto = (
  caller: Caller,
  productId: string,
  label: string,
  colour: Rgb,
): Promise<Photo> => addPhoto(caller, { family: 'products', id: productId }, label, colour)
