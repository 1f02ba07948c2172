import type { Provider } from '#platform/providers'
import type { RequestedMedia } from './claim-tries.ts'
import { offerOf } from './offer-of.ts'

/** What `n` files of a job should cost at the provider in use, in millionths of a US dollar. */
export function expectCost(provider: Provider, media: RequestedMedia, n: number): number | undefined {
  const shared = { model: offerOf(media), prompt: media.prompt, n, references: media.inputs }
  if (media.kind === 'image')
    return provider.expectedCostMicros?.({ ...shared, kind: 'image', size: media.size ?? '1:1' })
  const { duration_seconds: durationSeconds, resolution } = media
  return provider.expectedCostMicros?.({ ...shared, kind: 'video', durationSeconds, resolution })
}
