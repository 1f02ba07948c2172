import { fetchHiddenPhoto } from '#catalog/photos'
import type { App } from '#platform/app'
import { UnusableAddress, type UnusableKind } from '#platform/fetching'
import { UnusablePicture } from '#platform/imaging'
import type { Input } from '#production/media'
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
  } catch (error) {
    if (!(error instanceof UnusableAddress || error instanceof UnusablePicture)) throw error
    await settleFailed(app.db, id, {
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
