import { TooManyWaiting, UnusableAddress } from '#platform/fetching'
import { CleanerUnavailable, UnusablePicture } from '#platform/imaging'
import { Refusal } from '#platform/refusal'

/** Turns an unusable picture into a refusal that names its field. For requests that wait for the result. */
export async function refuseUnusable<T>(field: string, storing: Promise<T>): Promise<T> {
  try {
    return await storing
  } catch (error) {
    if (error instanceof UnusableAddress || error instanceof UnusablePicture) {
      throw new Refusal('invalid_request', `${field}: ${error.message}`, { field })
    }
    if (!(error instanceof CleanerUnavailable || error instanceof TooManyWaiting)) throw error
    throw new Refusal(
      'service_unavailable',
      'Too many images are being processed. Send the request again in a few seconds.',
      {},
      { 'retry-after': '3' },
    )
  }
}
