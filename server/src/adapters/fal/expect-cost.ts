import type { PricedJob } from '#platform/providers'
import type { FalOffer } from './fal-offer.ts'

/** What a request should cost by the prices of the catalogue; undefined when the offer makes no such file. */
export function expectCostMicros(offer: FalOffer | undefined, job: PricedJob): number | undefined {
  if (offer?.kind === 'image' && job.kind === 'image') return offer.pictureMicros[job.size] * job.n
  if (offer?.kind === 'video' && job.kind === 'video')
    return offer.secondMicros[job.resolution] * job.durationSeconds
  return undefined
}
