import {
  type CallApi,
  callAs,
  logIn,
  type OpenSystem,
  runParallel,
  type SeededUser,
  writeForm,
} from '../../harness/driver/index.ts'
import { drawPhoto } from './draw-photo.ts'

/** What jobs can be made from. The album holds two photos of the product, then three of the character. */
export type Belongings = {
  productId: string
  otherProductId: string
  characterId: string
  cepId: string
  album: string[]
  /** With an index in the album it gives the picture that was sent. */
  photoKey: string
}

/** `session`: the headers of a log-in, and a test key, for those who need them. */
export type Client = SeededUser & { own: Belongings; session: Record<string, string>; testKey: string }

const PRODUCT_PHOTOS = 2
const CHARACTER_PHOTOS = 3
const PARALLEL = 4

/**
 * Before the load, over HTTP: two products, a character and their photos for each user. The owners, by their
 * index, also log in and get a test key.
 */
export async function createClients(
  { system, users }: OpenSystem,
  seed: number,
  owners: Set<number>,
): Promise<Client[]> {
  const clients: Client[] = []
  await runParallel(PARALLEL, users.entries(), async ([i, user]) => {
    const call = callAs(system.baseUrl, { 'x-api-key': user.apiKey })
    // Each ten users are a network.
    const from = `127.0.7.${1 + Math.floor(i / 10)}`
    const session = owners.has(i) ? await logIn(system.baseUrl, user, from) : {}
    const testKey = owners.has(i) ? await createTestKey(callAs(system.baseUrl, session)) : ''
    clients[i] = { ...user, own: await createBelongings(call, `${seed}/${i}`), session, testKey }
  })
  return clients
}

async function createTestKey(call: CallApi): Promise<string> {
  const { secret } = await call('POST', '/api/account/keys', { body: { name: 'Test', mode: 'test' } })
  return secret
}

async function createBelongings(call: CallApi, photoKey: string): Promise<Belongings> {
  const create = (path: string, body: object) => call('POST', path, { body })
  const { product } = await create('/api/gen/products', { name: 'Mug' })
  const other = await create('/api/gen/products', { name: 'Another mug' })
  const { character } = await create('/api/gen/characters', { name: 'Mia' })
  const { cep } = await create('/api/agent/ceps', { productId: product.id, cepText: 'cold coffee' })
  const album: string[] = []
  const holders = [
    ...Array<string>(PRODUCT_PHOTOS).fill(`/api/gen/products/${product.id}`),
    ...Array<string>(CHARACTER_PHOTOS).fill(`/api/gen/characters/${character.id}`),
  ]
  for (const [i, holder] of holders.entries()) {
    const form = await writeForm({ label: `photo ${i}` }, drawPhoto(`${photoKey}/${i}`))
    album.push((await call('POST', `${holder}/reference`, { form })).photo.id)
  }
  const ids = { productId: product.id, otherProductId: other.product.id, characterId: character.id }
  return { ...ids, cepId: cep.id, album, photoKey }
}
