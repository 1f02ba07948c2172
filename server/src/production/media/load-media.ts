import { isIdOf, type Media } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import { findMedia, findSiblings } from './find-media.ts'
import { mediaNotFound } from './media-refusals.ts'
import type { MediaRow } from './media-row.ts'
import { presentMedia } from './present-media.ts'

/** A media of the owner as stored, without a check at the provider. */
export async function loadMedia(app: App, owner: Owner, id: string): Promise<Media> {
  const row = isIdOf('media', id) ? await findMedia(app.db, owner, id) : undefined
  if (!row) throw mediaNotFound()
  return presentWithSiblings(app, row)
}

export async function presentWithSiblings(app: App, row: MediaRow): Promise<Media> {
  const siblings = await findSiblings(app.db, [row])
  return presentMedia(row, siblings.get(row.id) ?? [], app.config.publicUrl)
}
