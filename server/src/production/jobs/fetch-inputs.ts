import { fetchHiddenPhoto, hasErasedPhoto } from '#catalog/photos'
import type { App } from '#platform/app'
import { UnusableAddress, type UnusableKind } from '#platform/fetching'
import { checkMask, UnusablePicture } from '#platform/imaging'
import type { Input } from '#production/media'
import { copyOf } from './describe-provider-request.ts'
import { settleFailed } from './settle.ts'

/**
 * Fetches every URL that the caller gave, before the job is sent: providers only get URLs of our copies.
 * False when one cannot be used; then the job was failed and refunded.
 */
export async function fetchInputs(app: App, id: string): Promise<boolean> {
  const row = await app.db.row<{ inputs: Input[]; mask: Input | null }>(
    `select inputs, mask from media where id = $1`,
    [id],
  )
  const urls = [...(row?.inputs ?? []), row?.mask].filter((input) => input && input.file === null)
  try {
    await Promise.all(urls.map((input) => fetchWithRetry(app, (input as Input).photoReferenceId)))
    if (row?.mask) await refuseUnfitMask(app, row.mask, row.inputs)
  } catch (error) {
    if (!(error instanceof UnusableAddress || error instanceof UnusablePicture)) throw error
    await settleFailed(app, id, {
      errorCode: 'reference_unusable',
      message: `A reference cannot be used: ${error.message}`,
    })
    return false
  }
  await app.db.row(`update media set inputs_ready = true where id = $1 and status = 'queued' returning id`, [
    id,
  ])
  return true
}

/** A mask is always given by a URL, so it cannot be looked at before the submit is answered. */
async function refuseUnfitMask(app: App, mask: Input, [first]: Input[]): Promise<void> {
  if (!first) throw new UnusablePicture('the mask has no picture to edit')
  if (await hasErasedPhoto(app.db, [first.photoReferenceId])) throw new UnusablePicture('it was erased')
  const copies = await Promise.all([mask, first].map((input) => copyOf(app, input)))
  const [maskFile, picture] = await Promise.all(copies.map((copy) => copy.load()))
  if (maskFile && picture) await checkMask(maskFile.bytes, picture.bytes)
}

/** Causes that may be temporary. They are tried once more. */
const TEMPORARY: UnusableKind[] = ['unreachable', 'too_slow', 'broken']

async function fetchWithRetry(app: App, photoId: string): Promise<void> {
  try {
    await fetchHiddenPhoto(app, photoId)
  } catch (error) {
    if (!(error instanceof UnusableAddress && TEMPORARY.includes(error.kind))) throw error
    await fetchHiddenPhoto(app, photoId)
  }
}
