import type { Media } from '@atelier/contract'
import type { Db } from '../../src/platform/db/index.ts'
import type { Hands, Person } from '../house.ts'
import { makeCharacter, makePhoto, makeProduct } from './make-album.ts'

/** A finished media, made over HTTP like everything else. */
export async function makeMedia(
  { submit, finished }: Hands,
  who: Person,
  body: Record<string, unknown> = {},
): Promise<Media> {
  return finished(who, (await submit(who, body)).body.id)
}

/** A job that no generator ever ends: there is no file, and nothing is drawn. */
export async function makeWaiting({ submit }: Hands, who: Person): Promise<string> {
  return (await submit(who, { model: 'simulator/hang' })).body.id
}

export async function makeCep({ call }: Hands, { apiKey }: Person, productId: string): Promise<string> {
  const body = { productId, cepText: 'cold tea after ten minutes' }
  return (await call('POST', '/api/agent/ceps', { key: apiKey, body })).body.cep.id
}

/** An order that names one of everything that its owner has. It fails early, so that nothing is drawn. */
export async function makeFullOrder(house: Hands, owner: Person) {
  const [product, character] = [await makeProduct(house, owner), await makeCharacter(house, owner)]
  return {
    prompt: 'the mug from the photo',
    model: 'simulator/fail',
    productId: product.id,
    characterId: character.id,
    photoReferenceIds: [(await makePhoto(house, owner, product.id)).id],
    cepId: await makeCep(house, owner, product.id),
  }
}

/** A photo of the owner that is no longer used. */
export async function makeGonePhoto(house: Hands, owner: Person): Promise<string> {
  const product = await makeProduct(house, owner)
  const photo = await makePhoto(house, owner, product.id)
  const path = `/api/gen/products/${product.id}/reference/${photo.id}`
  await house.call('DELETE', path, { key: owner.apiKey })
  return photo.id
}

export async function makeGoneCep(house: Hands, owner: Person): Promise<string> {
  const id = await makeCep(house, owner, (await makeProduct(house, owner)).id)
  await house.call('DELETE', `/api/agent/ceps/${id}`, { key: owner.apiKey })
  return id
}

/** Limits of a key, as the dashboard would set them; before the key is used, because it is remembered. */
export const limitKey = (
  { db }: { db: Db },
  { keyId }: Person,
  limits: { daily?: number; perJob?: number },
) =>
  db.row(`update api_keys set daily_credit_limit = $2, per_job_credit_limit = $3 where id = $1`, [
    keyId,
    limits.daily ?? null,
    limits.perJob ?? null,
  ])

/** Ten submits in this very moment: the next one finds no place. */
export const fillMinute = ({ db }: { db: Db }, { id }: Person) =>
  db.row(
    `insert into rate_logs (user_id, class, stamps)
     select $1, 'submits', array_fill(floor(extract(epoch from clock_timestamp()) * 1000)::bigint, array[10])
     on conflict (user_id, class) do update set stamps = excluded.stamps`,
    [id],
  )
