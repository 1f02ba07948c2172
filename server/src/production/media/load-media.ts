import { isIdOf, type Media } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import { erased } from '#platform/refusal'
import { findMedia } from './find-media.ts'
import { mediaNotFound } from './media-refusals.ts'
import { presentWithSiblings } from './present-with-siblings.ts'

/** A media of the owner as stored, without a check at the provider. */
export async function loadMedia(app: App, owner: Owner, id: string): Promise<Media> {
  const row = isIdOf('media', id) ? await findMedia(app.db, owner, id) : undefined
  if (!row) throw mediaNotFound(id)
  if (row.erased_at) throw erased(row.erased_at)
  const [media] = await presentWithSiblings(app, [row])
  return media as Media
}
