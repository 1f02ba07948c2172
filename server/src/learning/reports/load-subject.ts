import type { ReportBody } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findCep } from '#catalog/ceps'
import { findCharacter } from '#catalog/characters'
import { findProduct } from '#catalog/products'
import type { AdFacts } from '#learning/evidence'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { findIngredients } from '#production/media'

type Named = Pick<ReportBody, 'generatedMediaId' | 'platformAdId' | 'productId' | 'cepId' | 'campaignName'>

/**
 * What a report is about, and what that was made of. What it names must be the owner's own; what the media
 * was made for may be gone by now, and is remembered as far as it is still known.
 */
export async function loadSubject(db: Rows, owner: Owner, named: Named): Promise<AdFacts> {
  const { generatedMediaId: mediaId, productId, cepId } = named
  const [media, product, cep] = await Promise.all([
    mediaId === undefined ? undefined : findIngredients(db, owner, mediaId),
    productId === undefined ? undefined : findProduct(db, owner, productId),
    cepId === undefined ? undefined : findCep(db, owner, cepId),
  ])
  if (mediaId !== undefined && !media) throw absent('generatedMediaId')
  if (productId !== undefined && !product) throw absent('productId')
  if (cepId !== undefined && cep?.status !== 'active') throw absent('cepId')
  const [madeFor, character] = await Promise.all([
    media?.cepId ? findCep(db, owner, media.cepId) : undefined,
    media?.characterId ? findCharacter(db, owner, media.characterId) : undefined,
  ])
  const entry = madeFor ?? cep
  const usualProductId = media?.productId ?? entry?.productId
  const meant = product ?? (usualProductId ? await findProduct(db, owner, usualProductId) : undefined)
  return {
    platform_ad_id: named.platformAdId ?? null,
    media_id: media?.id ?? null,
    product_id: meant?.id ?? '',
    product_name: meant?.name ?? null,
    platform_campaign_id: null,
    campaign_name: named.campaignName ?? null,
    cep_id: entry?.id ?? null,
    cep_text: entry?.cepText ?? null,
    angle: media?.angle ?? entry?.angle ?? null,
    character_id: character?.id ?? null,
    character_name: character?.name ?? null,
    media_type: media?.mediaType ?? null,
    orientation: media?.orientation ?? null,
    hook: media?.hook ?? null,
    prompt: media?.prompt ?? null,
  }
}

const absent = (field: string) =>
  new Refusal('not_found', `You have nothing with the id in ${field}.`, { field })
