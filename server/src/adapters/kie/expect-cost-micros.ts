import type { PricedJob } from '#platform/providers'
import { CREDIT_MICROS } from './catalogue.ts'
import type { KieOffer } from './kie-offer.ts'

/** What a task will cost, from the prices of the catalogue; undefined when the offer makes no such file. */
export function expectCostMicros(offer: KieOffer | undefined, job: PricedJob): number | undefined {
  if (offer?.kind === 'image') return Math.round(offer.creditsPerPicture * CREDIT_MICROS)
  if (offer?.kind === 'video' && job.kind === 'video')
    return Math.round(offer.creditsPerSecond[job.resolution] * job.durationSeconds * CREDIT_MICROS)
  return undefined
}
