import type { IdKind } from '@atelier/contract'
import sharp from 'sharp'
import { waitUntil } from '../processes/index.ts'
import type { Ask } from './call-api.ts'

/** Ids by kind. */
export type Things = Partial<Record<IdKind, string[]>>

/** One user's belongings in one mode: what is there, and what was deleted. */
export type Belongings = { there: Things; gone: Things }

const FINISHED_WITHIN_MS = 60_000

/** How a text of this person reads: a victim's carries a mark that is looked for in every answer. */
export type Words = (what: string) => string

/** One of each, over HTTP like any caller. `plainRef` is the clientRef of a job that others may try too. */
export async function createContent(ask: Ask, words: Words, plainRef: string): Promise<Belongings> {
  const { product } = await ask('POST', '/api/gen/products', { body: { name: words('product') } })
  const { character } = await ask('POST', '/api/gen/characters', {
    body: { name: words('character'), description: words('description') },
  })
  const { topic } = await ask('POST', '/api/agent/topics', {
    body: { name: words('topic'), description: words('description') },
  })
  const { asset } = await ask('POST', '/api/gen/assets', { form: await formOf({}) })
  const addPhoto = async (holder: string, label: string): Promise<string> => {
    const form = await formOf({ label: words(label) })
    return (await ask('POST', `${holder}/reference`, { form })).photo.id
  }
  const shelf = `/api/gen/products/${product.id}`
  const photo = await addPhoto(shelf, 'front')
  const face = await addPhoto(`/api/gen/characters/${character.id}`, 'face')
  const oldPhoto = await addPhoto(shelf, 'old')
  await ask('DELETE', `${shelf}/reference/${oldPhoto}`)
  const addCep = async (target: object, text: string): Promise<string> => {
    const [cepText, painPoint, angle, notes] = [words(text), words('pain'), words('angle'), words('notes')]
    return (await ask('POST', '/api/agent/ceps', { body: { ...target, cepText, painPoint, angle, notes } }))
      .cep.id
  }
  const cep = await addCep({ productId: product.id }, 'cold coffee')
  const cepOfTopic = await addCep({ topicId: topic.id }, 'dark evenings')
  const oldCep = await addCep({ topicId: topic.id }, 'forgotten keys')
  await ask('DELETE', `/api/agent/ceps/${oldCep}`)
  const ingredients = { productId: product.id, characterId: character.id, cepId: cep, hook: words('hook') }
  const media = await makeMedia(ask, [
    { prompt: words('prompt'), clientRef: words('ref'), n: 2, ...ingredients },
    { prompt: words('prompt'), clientRef: plainRef },
  ])
  const note = await report(ask, words, plainRef, { productId: product.id, mediaId: media[0] as string })
  const { transactions } = await ask('GET', '/api/gen/credits')
  return {
    there: {
      product: [product.id],
      character: [character.id],
      topic: [topic.id],
      asset: [asset.id],
      photo: [photo, face],
      cep: [cep, cepOfTopic],
      media,
      note: [note],
      transaction: transactions.map(({ id }: { id: string }) => id),
    },
    gone: { photo: [oldPhoto], cep: [oldCep] },
  }
}

/** Rows of three ads in two campaigns, which is enough for a pattern, and a claim whose note waits. */
async function report(
  ask: Ask,
  words: Words,
  plainRef: string,
  { productId, mediaId }: { productId: string; mediaId: string },
): Promise<string> {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const sums = { spend: 100, impressions: 5_000, clicks: 60, conversions: 9, revenue: 400 }
  const row = { day, currency: 'EUR', conversionType: 'purchase', attribution: '7d_click', ...sums }
  const told = { ...row, objective: 'sales', fetchedAt: new Date().toISOString() }
  for (const platformAdId of [plainRef, `${plainRef}-b`, `${plainRef}-c`]) {
    const campaignName = words(`campaign ${platformAdId === plainRef ? 'one' : 'two'}`)
    const subject = { generatedMediaId: mediaId, platformAdId, productId, campaignName }
    const body = { idempotencyKey: platformAdId, kind: 'observation', ...subject, rows: [told] }
    await ask('POST', '/api/agent/reports', { body })
  }
  const claim = { metric: 'roas', value: 6, windowStart: day, windowEnd: day, note: words('note') }
  const said = { idempotencyKey: words('claim'), kind: 'claim', platformAdId: plainRef, ...claim }
  await ask('POST', '/api/agent/reports', { body: said })
  return (await ask('GET', '/api/agent/knowledge/notes')).notes[0].id
}

/** Finished images. */
async function makeMedia(ask: Ask, wanted: object[]): Promise<string[]> {
  const ids: string[] = []
  for (const body of wanted) ids.push((await ask('POST', '/api/gen/image', { body })).id)
  const isFinal = async (id: string) => !(await ask('GET', `/api/gen/media/${id}`)).waiting
  for (const id of ids) await waitUntil(`${id} is final`, () => isFinal(id), { withinMs: FINISHED_WITHIN_MS })
  return ids
}

/** A form with a picture. */
async function formOf(fields: Record<string, string>): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(await drawPicture())]), 'picture.png')
  return form
}

export const drawPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 32, height: 24, channels: 3, background: '#c82828' } })
    .png()
    .toBuffer()
