import type { Photo } from '@atelier/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Mode } from './addresses.ts'
import { callAs, sendFileAs } from './call.ts'
import { readAll } from './read-all.ts'

const PAGE = 100

export type ProductDetail = AnswerOf<'GET /api/gen/products/{id}'>['product']
export type CharacterDetail = AnswerOf<'GET /api/gen/characters/{id}'>['character']

export const loadProducts = (mode: Mode, signal?: AbortSignal) =>
  readAll(async (cursor) => {
    const page = await callAs(mode, 'GET /api/gen/products', { query: { limit: PAGE, cursor }, signal })
    return { items: page.products, nextCursor: page.nextCursor }
  })

export const loadCharacters = (mode: Mode, signal?: AbortSignal) =>
  readAll(async (cursor) => {
    const page = await callAs(mode, 'GET /api/gen/characters', { query: { limit: PAGE, cursor }, signal })
    return { items: page.characters, nextCursor: page.nextCursor }
  })

export const loadTopics = (mode: Mode, signal?: AbortSignal) =>
  readAll(async (cursor) => {
    const page = await callAs(mode, 'GET /api/agent/topics', { query: { limit: PAGE, cursor }, signal })
    return { items: page.topics, nextCursor: page.nextCursor }
  })

/** Where photos are kept: a product or a character. */
export type Holder = { kind: 'product' | 'character'; id: string }

export const productQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['products', mode, id],
    queryFn: async ({ signal }) =>
      (await callAs(mode, 'GET /api/gen/products/{id}', { params: { id }, signal })).product,
  })

export const characterQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['characters', mode, id],
    queryFn: async ({ signal }) =>
      (await callAs(mode, 'GET /api/gen/characters/{id}', { params: { id }, signal })).character,
  })

export const topicsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['topics', mode],
    queryFn: ({ signal }) => loadTopics(mode, signal),
    staleTime: 60_000,
  })

export const createProduct = (mode: Mode, name: string) =>
  callAs(mode, 'POST /api/gen/products', { body: { name } })

export type Attached = AnswerOf<'POST /api/gen/products/{id}/attach'>['product']

/** Adds a finished result to the library of a product. Repeating it changes nothing. */
export const attachMedia = (mode: Mode, id: string, generatedMediaId: string) =>
  callAs(mode, 'POST /api/gen/products/{id}/attach', { params: { id }, body: { generatedMediaId } })

/** A library that has grown, and the number of results of its product. */
export const rereadLibrary = (client: QueryClient, mode: Mode, productId: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['products', mode] }),
    client.invalidateQueries({ queryKey: ['pictures', mode, 'product', productId] }),
    client.invalidateQueries({
      queryKey: ['media', mode],
      predicate: ({ queryKey }) => (queryKey[3] as { productId?: string })?.productId === productId,
    }),
  ])

export const renameProduct = (mode: Mode, id: string, name: string) =>
  callAs(mode, 'PATCH /api/gen/products/{id}', { params: { id }, body: { name } })

type Described = { name: string; description?: string }

export const createCharacter = (mode: Mode, body: Described) =>
  callAs(mode, 'POST /api/gen/characters', { body })

export const createTopic = (mode: Mode, body: Described) => callAs(mode, 'POST /api/agent/topics', { body })

/** Stores one photo. The service cleans it and checks that it is complete. */
export async function addPhoto(mode: Mode, { kind, id }: Holder, label: string, file: Blob): Promise<Photo> {
  const body = new FormData()
  body.append('label', label)
  body.append('file', file, label)
  const request = { params: { id }, body }
  const answer =
    kind === 'product'
      ? await sendFileAs(mode, 'POST /api/gen/products/{id}/reference', request)
      : await sendFileAs(mode, 'POST /api/gen/characters/{id}/reference', request)
  return answer.photo
}

export const removePhoto = (mode: Mode, { kind, id }: Holder, photoId: string) =>
  kind === 'product'
    ? callAs(mode, 'DELETE /api/gen/products/{id}/reference/{photoId}', { params: { id, photoId } })
    : callAs(mode, 'DELETE /api/gen/characters/{id}/reference/{photoId}', { params: { id, photoId } })

/** Entry points belong to a product or to a topic. */
export type PointTarget = { productId: string } | { topicId: string }

export const pointsQuery = (mode: Mode, target: PointTarget) =>
  queryOptions({
    queryKey: ['points', mode, target],
    queryFn: async ({ signal }) =>
      (await callAs(mode, 'GET /api/agent/ceps', { query: { ...target }, signal })).ceps,
  })

/** Of an account with more products than a search should read. */
const HOMES_READ_MOST = 50

/** The product or topic of an entry point; null: none has it. The service finds them by their home alone. */
export const pointHomeQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['points', mode, 'home', id],
    queryFn: async ({ client, signal }): Promise<PointTarget | null> => {
      const products = await loadProducts(mode, signal)
      const topics = (await loadTopics(mode, signal)).filter(({ cepCount }) => cepCount > 0)
      const homes: PointTarget[] = [
        ...products.map((product) => ({ productId: product.id })),
        ...topics.map((topic) => ({ topicId: topic.id })),
      ]
      for (const home of homes.slice(0, HOMES_READ_MOST)) {
        const points = await client.ensureQueryData(pointsQuery(mode, home))
        if (points.some((point) => point.id === id)) return home
      }
      return null
    },
    staleTime: 60_000,
  })

export type NewPoint = {
  cepText: string
  painPoint?: string
  angle?: string
  notes?: string
  keywords?: string[]
}

export const createPoint = (mode: Mode, target: PointTarget, point: NewPoint) =>
  callAs(mode, 'POST /api/agent/ceps', { body: { ...target, ...point } })

export const deletePoint = (mode: Mode, id: string) =>
  callAs(mode, 'DELETE /api/agent/ceps/{id}', { params: { id } })

/** Products and topics count their entry points. */
export const rereadPoints = (client: QueryClient, mode: Mode): Promise<unknown> =>
  Promise.all(
    ['points', 'products', 'topics'].map((name) => client.invalidateQueries({ queryKey: [name, mode] })),
  )
