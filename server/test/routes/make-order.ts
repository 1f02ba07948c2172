import type { Media } from '@atelier/contract'
import type { Db } from '../../src/platform/db/index.ts'
import type { TestClient, TestUser } from '../use-system.ts'
import { makeCharacter, makePhoto, makeProduct } from './make-album.ts'

/** Submits a job over HTTP and returns its media once it is final. */
export async function makeMedia(
  { submit, finished }: TestClient,
  user: TestUser,
  body: Record<string, unknown> = {},
): Promise<Media> {
  return finished(user, (await submit(user, body)).body.id)
}

/** Submits a job that stays in processing until its window ends, and returns its id. */
export async function makeWaitingJob({ submit }: TestClient, user: TestUser): Promise<string> {
  return (await submit(user, { model: 'simulator/hang' })).body.id
}

/** Creates a CEP of a product and returns its id. */
export async function makeCep(
  { call }: TestClient,
  { apiKey }: TestUser,
  productId: string,
): Promise<string> {
  const body = { productId, cepText: 'cold tea after ten minutes' }
  return (await call('POST', '/api/agent/ceps', { key: apiKey, body })).body.cep.id
}

/** An order that names one of everything its owner has. Its model fails early and renders nothing. */
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

/** Creates a photo of the owner and deletes it. */
export async function makeDeletedPhoto(system: TestClient, owner: TestUser): Promise<string> {
  const product = await makeProduct(system, owner)
  const photo = await makePhoto(system, owner, product.id)
  const path = `/api/gen/products/${product.id}/reference/${photo.id}`
  await system.call('DELETE', path, { key: owner.apiKey })
  return photo.id
}

/** Creates a CEP of the owner and deletes it. */
export async function makeDeletedCep(system: TestClient, owner: TestUser): Promise<string> {
  const id = await makeCep(system, owner, (await makeProduct(system, owner)).id)
  await system.call('DELETE', `/api/agent/ceps/${id}`, { key: owner.apiKey })
  return id
}

/** Sets the limits of a key. Call it before the first use of the key, because keys are cached. */
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

/** Records ten submits at the current time, so that the next one is over the rate limit. */
export const useUpSubmitLimit = ({ db }: { db: Db }, { id }: TestUser) =>
  db.row(
    `insert into rate_logs (user_id, class, stamps)
     select $1, 'submits', array_fill(floor(extract(epoch from clock_timestamp()) * 1000)::bigint, array[10])
     on conflict (user_id, class) do update set stamps = excluded.stamps`,
    [id],
  )
