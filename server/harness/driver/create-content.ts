import type { IdKind } from '@atelier/contract'
import sharp from 'sharp'
import { FormData } from 'undici'
import { waitUntil } from '../processes/index.ts'
import type { CallApi } from './call-api.ts'

/** Ids by kind. */
export type Ids = Partial<Record<IdKind, string[]>>

/** What one user has in one mode: what exists and what was deleted. */
export type Content = { existing: Ids; deleted: Ids }

const FINISHED_WITHIN_MS = 60_000

/** Writes a text of this user. A victim's texts carry a mark that is searched for in every answer. */
export type Words = (what: string) => string

/**
 * Creates one of each over HTTP, like any caller. `plainRef` is the clientRef of a job that other users may
 * use too.
 */
export async function createContent(call: CallApi, words: Words, plainRef: string): Promise<Content> {
  const { product } = await call('POST', '/api/gen/products', { body: { name: words('product') } })
  const { character } = await call('POST', '/api/gen/characters', {
    body: { name: words('character'), description: words('description') },
  })
  const { topic } = await call('POST', '/api/agent/topics', {
    body: { name: words('topic'), description: words('description') },
  })
  const { asset } = await call('POST', '/api/gen/assets', { form: await writeForm({}) })
  const addPhoto = async (holder: string, label: string): Promise<string> => {
    const form = await writeForm({ label: words(label) })
    return (await call('POST', `${holder}/reference`, { form })).photo.id
  }
  const productPath = `/api/gen/products/${product.id}`
  const photo = await addPhoto(productPath, 'front')
  const face = await addPhoto(`/api/gen/characters/${character.id}`, 'face')
  const oldPhoto = await addPhoto(productPath, 'old')
  await call('DELETE', `${productPath}/reference/${oldPhoto}`)
  const addCep = async (target: object, text: string): Promise<string> => {
    const [cepText, painPoint, angle, notes] = [words(text), words('pain'), words('angle'), words('notes')]
    return (await call('POST', '/api/agent/ceps', { body: { ...target, cepText, painPoint, angle, notes } }))
      .cep.id
  }
  const cep = await addCep({ productId: product.id }, 'cold coffee')
  const cepOfTopic = await addCep({ topicId: topic.id }, 'dark evenings')
  const oldCep = await addCep({ topicId: topic.id }, 'forgotten keys')
  await call('DELETE', `/api/agent/ceps/${oldCep}`)
  const ingredients = { productId: product.id, characterId: character.id, cepId: cep, hook: words('hook') }
  const media = await makeMedia(call, [
    { prompt: words('prompt'), clientRef: words('ref'), n: 2, ...ingredients },
    { prompt: words('prompt'), clientRef: plainRef },
  ])
  const note = await report(call, words, plainRef, { productId: product.id, mediaId: media[0] as string })
  const { transactions } = await call('GET', '/api/gen/credits')
  const { history } = await call('GET', '/api/agent/knowledge/history')
  return {
    existing: {
      product: [product.id],
      character: [character.id],
      topic: [topic.id],
      asset: [asset.id],
      photo: [photo, face],
      cep: [cep, cepOfTopic],
      media,
      note: [note],
      transaction: transactions.map(({ id }: { id: string }) => id),
      history: history.map(({ id }: { id: string }) => id),
    },
    deleted: { photo: [oldPhoto], cep: [oldCep] },
  }
}

/** Rows of three ads in two campaigns, enough for a pattern, and a claim whose note is pending. */
async function report(
  call: CallApi,
  words: Words,
  plainRef: string,
  { productId, mediaId }: { productId: string; mediaId: string },
): Promise<string> {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const sums = { spend: 100, impressions: 5_000, clicks: 60, conversions: 9, revenue: 400 }
  const row = { day, currency: 'EUR', conversionType: 'purchase', attribution: '7d_click', ...sums }
  const reported = { ...row, objective: 'sales', fetchedAt: new Date().toISOString() }
  for (const platformAdId of [plainRef, `${plainRef}-b`, `${plainRef}-c`]) {
    const campaignName = words(`campaign ${platformAdId === plainRef ? 'one' : 'two'}`)
    const subject = { generatedMediaId: mediaId, platformAdId, productId, campaignName }
    const body = { idempotencyKey: platformAdId, kind: 'observation', ...subject, rows: [reported] }
    await call('POST', '/api/agent/reports', { body })
  }
  const claim = { metric: 'roas', value: 6, windowStart: day, windowEnd: day, note: words('note') }
  const said = { idempotencyKey: words('claim'), kind: 'claim', platformAdId: plainRef, ...claim }
  await call('POST', '/api/agent/reports', { body: said })
  return (await call('GET', '/api/agent/knowledge/notes')).notes[0].id
}

/** Submits images and waits until they are final. */
async function makeMedia(call: CallApi, wanted: object[]): Promise<string[]> {
  const ids: string[] = []
  for (const body of wanted) ids.push((await call('POST', '/api/gen/image', { body })).id)
  const isFinal = async (id: string) => !(await call('GET', `/api/gen/media/${id}`)).waiting
  for (const id of ids) await waitUntil(`${id} is final`, () => isFinal(id), { withinMs: FINISHED_WITHIN_MS })
  return ids
}

/** A multipart form with a picture as its file. */
export async function writeForm(
  fields: Record<string, string>,
  picture: Promise<Buffer> = drawPicture(),
): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(await picture)]), 'picture.png')
  return form
}

export const drawPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 32, height: 24, channels: 3, background: '#c82828' } })
    .png()
    .toBuffer()
