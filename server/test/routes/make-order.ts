import type { Media } from '@atelier/contract'
import type { Db } from '../../src/platform/db/index.ts'
import type { TestClient, TestUser } from '../use-system.ts'
import { makeCharacter, makePhoto, makeProduct } from './make-album.ts'

/** A finished media, made over HTTP like everything else. */
export async function makeMedia(
  { submit, finished }: TestClient,
  user: TestUser,
  body: Record<string, unknown> = {},
): Promise<Media> {
  return finished(user, (await submit(user, body)).body.id)
}

/** A job that no generator ever ends: there is no file, and nothing is drawn. */
export async function makeWaitingJob({ submit }: TestClient, user: TestUser): Promise<string> {
  return (await submit(user, { model: 'simulator/hang' })).body.id
}

export async function makeCep(
  { call }: TestClient,
  { apiKey }: TestUser,
  productId: string,
): Promise<string> {
  const body = { productId, cepText: 'cold tea after ten minutes' }
  return (await call('POST', '/api/agent/ceps', { key: apiKey, body })).body.cep.id
}

/** An order that names one of everything that its owner has. It fails early, so that nothing is drawn. */
export async function makeFullOrder(system: TestClient, owner: TestUser) {
  const [product, character] = [await makeProduct(system, owner), await makeCharacter(system, owner)]
  return {
    prompt: 'the mug from the photo',
    model: 'simulator/fail',
    productId: product.id,
    characterId: character.id,
    photoReferenceIds: [(await makePhoto(system, owner, product.id)).id],
    cepId: await makeCep(system, owner, product.id),
  }
}

/** A photo of the owner that is no longer used. */
export async function makeDeletedPhoto(system: TestClient, owner: TestUser): Promise<string> {
  const product = await makeProduct(system, owner)
  const photo = await makePhoto(system, owner, product.id)
  const path = `/api/gen/products/${product.id}/reference/${photo.id}`
  await system.call('DELETE', path, { key: owner.apiKey })
  return photo.id
}

export async function makeDeletedCep(system: TestClient, owner: TestUser): Promise<string> {
  const id = await makeCep(system, owner, (await makeProduct(system, owner)).id)
  await system.call('DELETE', `/api/agent/ceps/${id}`, { key: owner.apiKey })
  return id
}

/** Limits of a key, as the dashboard would set them; before the key is used, because it is remembered. */
export const setKeyLimits = (
  { db }: { db: Db },
  { keyId }: TestUser,
  limits: { daily?: number; perJob?: number },
) =>
  db.row(`update api_keys set daily_credit_limit = $2, per_job_credit_limit = $3 where id = $1`, [
    keyId,
    limits.daily ?? null,
    limits.perJob ?? null,
  ])

/** Ten submits in this very moment: the next one finds no place. */
export const useUpSubmitLimit = ({ db }: { db: Db }, { id }: TestUser) =>
  db.row(
    `insert into rate_logs (user_id, class, stamps)
     select $1, 'submits', array_fill(floor(extract(epoch from clock_timestamp()) * 1000)::bigint, array[10])
     on conflict (user_id, class) do update set stamps = excluded.stamps`,
    [id],
  )
