import { drawPhoto } from './draw-photo.ts'
import type { Environment, Person } from './open-environment.ts'

/** What jobs can be made from. The album holds two photos of the product, then three of the character. */
export type Belongings = {
  productId: string
  otherProductId: string
  characterId: string
  cepId: string
  album: string[]
  /** With a place in the album it gives the picture that was sent. */
  photoKey: string
}

export type Client = Person & { own: Belongings }

const PRODUCT_PHOTOS = 2
const CHARACTER_PHOTOS = 3
const SIDE_BY_SIDE = 4

/** Before the storm, through the front door: for each two products, a character, and their photos. */
export async function createClients({ system, people }: Environment, seed: number): Promise<Client[]> {
  const clients: Client[] = []
  const queue = people.entries()
  const work = async () => {
    for (const [i, person] of queue) {
      const post = (path: string, body: FormData | object) => send(system.baseUrl + path, person.apiKey, body)
      clients[i] = { ...person, own: await furnish(post, `${seed}/${i}`) }
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  return clients
}

type Created = { [noun in 'product' | 'character' | 'photo' | 'cep']: { id: string } }
type Post = (path: string, body: FormData | object) => Promise<Created>

async function furnish(post: Post, photoKey: string): Promise<Belongings> {
  const { product } = await post('/api/gen/products', { name: 'Mug' })
  const other = await post('/api/gen/products', { name: 'Another mug' })
  const { character } = await post('/api/gen/characters', { name: 'Mia' })
  const { cep } = await post('/api/agent/ceps', { productId: product.id, cepText: 'cold coffee' })
  const album: string[] = []
  const holders = [
    ...Array<string>(PRODUCT_PHOTOS).fill(`/api/gen/products/${product.id}`),
    ...Array<string>(CHARACTER_PHOTOS).fill(`/api/gen/characters/${character.id}`),
  ]
  for (const [i, holder] of holders.entries()) {
    const form = new FormData()
    form.set('label', `photo ${i}`)
    form.set('file', new Blob([new Uint8Array(await drawPhoto(`${photoKey}/${i}`))]), 'photo.png')
    album.push((await post(`${holder}/reference`, form)).photo.id)
  }
  const ids = { productId: product.id, otherProductId: other.product.id, characterId: character.id }
  return { ...ids, cepId: cep.id, album, photoKey }
}

async function send(url: string, apiKey: string, body: FormData | object): Promise<Created> {
  const isForm = body instanceof FormData
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  if (!answer.ok)
    throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Created
}
