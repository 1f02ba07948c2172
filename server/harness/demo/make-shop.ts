import { type CallApi, writeForm } from '../driver/index.ts'
import { characters, products, topic } from './demo-shop.ts'
import { drawPhoto } from './draw-photo.ts'
import { drawPortrait } from './draw-portrait.ts'

export type Shop = {
  products: { id: string; name: string; ceps: string[] }[]
  characters: string[]
}

type Named = { id: string; name: string }
type Target = { productId: string } | { topicId: string }

/** Products and characters with photos, a topic and CEPs. What exists by its name is used as it is. */
export async function makeShop(call: CallApi): Promise<Shop> {
  const made: Shop = { products: [], characters: [] }
  const { products: known } = await call('GET', '/api/gen/products?limit=100')
  for (const [at, { name, ceps }] of products.entries()) {
    const id = findByName(known, name) ?? (await makeProduct(call, name, at))
    made.products.push({ id, name, ceps: await ensureCeps(call, { productId: id }, ceps) })
  }
  const { characters: people } = await call('GET', '/api/gen/characters?limit=100')
  for (const one of characters)
    made.characters.push(findByName(people, one.name) ?? (await makeCharacter(call, one)))
  const { name, description, ceps } = topic
  const { topics } = await call('GET', '/api/agent/topics')
  const topicId =
    findByName(topics, name) ??
    (await call('POST', '/api/agent/topics', { body: { name, description } })).topic.id
  await ensureCeps(call, { topicId }, ceps)
  return made
}

const findByName = (all: Named[], wanted: string): string | undefined =>
  all.find(({ name }) => name === wanted)?.id

async function makeProduct(call: CallApi, name: string, at: number): Promise<string> {
  const { product } = await call('POST', '/api/gen/products', { body: { name } })
  for (const [view, label] of ['front', 'side'].entries()) {
    const form = await writeForm({ label }, drawPhoto(at, view))
    await call('POST', `/api/gen/products/${product.id}/reference`, { form })
  }
  return product.id
}

async function makeCharacter(
  call: CallApi,
  { name, description, looks }: (typeof characters)[number],
): Promise<string> {
  const { character } = await call('POST', '/api/gen/characters', { body: { name, description } })
  const form = await writeForm({ label: 'portrait' }, drawPortrait(looks))
  await call('POST', `/api/gen/characters/${character.id}/reference`, { form })
  return character.id
}

async function ensureCeps(
  call: CallApi,
  target: Target,
  wanted: readonly (readonly [string, string, string])[],
): Promise<string[]> {
  const { ceps: known } = await call('GET', `/api/agent/ceps?${new URLSearchParams(target)}`)
  const ids: string[] = []
  for (const [cepText, painPoint, angle] of wanted) {
    const found = known.find((one: { cepText: string }) => one.cepText === cepText)
    const body = { ...target, cepText, painPoint, angle }
    ids.push(found?.id ?? (await call('POST', '/api/agent/ceps', { body })).cep.id)
  }
  return ids
}
