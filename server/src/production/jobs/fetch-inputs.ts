import { fetchHiddenPhoto } from '#catalog/photos'
import type { App } from '#platform/app'
import { UnusableAddress, type UnusableKind } from '#platform/fetching'
import { UnusablePicture } from '#platform/imaging'
import type { Input } from '#production/media'
import { settleFailed } from './settle.ts'

/**
 * Fetches every address that the caller gave, in the run and before any provider hears of the job: providers
 * are only given our own copies. False when one is no good: the job has failed and is refunded.
 */
export async function fetchInputs(app: App, id: string): Promise<boolean> {
  const row = await app.db.row<{ inputs: Input[]; mask: Input | null }>(
    `select inputs, mask from media where id = $1`,
    [id],
  )
  const addresses = [...(row?.inputs ?? []), row?.mask].filter((input) => input && input.file === null)
  try {
    await Promise.all(addresses.map((input) => fetchPatiently(app, (input as Input).photoReferenceId)))
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

/** What may be the network's fault for a moment is tried once more; what the address itself says is final. */
const PASSING: UnusableKind[] = ['unreachable', 'too_slow', 'broken']

async function fetchPatiently(app: App, photoId: string): Promise<void> {
  try {
    await fetchHiddenPhoto(app, photoId)
  } catch (error) {
    if (!(error instanceof UnusableAddress && PASSING.includes(error.kind))) throw error
    await fetchHiddenPhoto(app, photoId)
  }
}
