import type { ReportBody } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findCep } from '#catalog/ceps'
import { findCharacter } from '#catalog/characters'
import { findProduct } from '#catalog/products'
import type { AdFacts } from '#learning/evidence'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { findIngredients } from '#production/media'

type SubjectIds = Pick<
  ReportBody,
  'generatedMediaId' | 'platformAdId' | 'productId' | 'cepId' | 'campaignName'
>

/**
 * The ad that a report is about, and its ingredients. Ids in the report must belong to the owner. The CEP or
 * character of the media may have been deleted since; then it is left out.
 */
export async function loadSubject(db: Rows, owner: Owner, ids: SubjectIds): Promise<AdFacts> {
  const { generatedMediaId: mediaId, productId, cepId } = ids
  const [media, product, cep] = await Promise.all([
    mediaId === undefined ? undefined : findIngredients(db, owner, mediaId),
    productId === undefined ? undefined : findProduct(db, owner, productId),
    cepId === undefined ? undefined : findCep(db, owner, cepId),
  ])
  if (mediaId !== undefined && !media) throw absent('generatedMediaId')
  if (productId !== undefined && !product) throw absent('productId')
  if (cepId !== undefined && cep?.status !== 'active') throw absent('cepId')
  const [mediaCep, character] = await Promise.all([
    media?.cepId ? findCep(db, owner, media.cepId) : undefined,
    media?.characterId ? findCharacter(db, owner, media.characterId) : undefined,
  ])
  const entry = mediaCep ?? cep
  const mediaProductId = media?.productId ?? entry?.productId
  const subject = product ?? (mediaProductId ? await findProduct(db, owner, mediaProductId) : undefined)
  return {
    platform_ad_id: ids.platformAdId ?? null,
    media_id: media?.id ?? null,
    product_id: subject?.id ?? '',
    product_name: subject?.name ?? null,
    platform_campaign_id: null,
    campaign_name: ids.campaignName ?? null,
    cep_id: entry?.id ?? null,
    cep_text: entry?.cepText ?? null,
    angle: media?.angle ?? entry?.angle ?? null,
    character_id: character?.id ?? null,
    character_name: character?.name ?? null,
    // A character that was deleted since is no absent one.
    no_character: media ? media.characterId === null : null,
    media_type: media?.mediaType ?? null,
    orientation: media?.orientation ?? null,
    hook: media?.hook ?? null,
    prompt: media?.prompt ?? null,
  }
}

const absent = (field: string) =>
  new Refusal('not_found', `You have nothing with the id in ${field}.`, { field })
