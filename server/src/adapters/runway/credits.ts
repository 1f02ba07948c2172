import type { PricedJob } from '#platform/providers'
import type { RunwayOffer } from './catalogue.ts'

/** A credit is one cent. */
export const MICROS_PER_CREDIT = 10_000

/**
 * What a job costs by the catalogue, for a submit whose answer does not say it. Undefined when the offer
 * makes no such file.
 */
export function priceJob(offer: RunwayOffer | undefined, job: PricedJob): number | undefined {
  if (offer?.kind === 'image' && job.kind === 'image')
    return toMicros(job.n * (offer.creditsPerPicture + job.references.length * offer.creditsPerReference))
  if (offer?.kind === 'video' && job.kind === 'video')
    return toMicros(job.durationSeconds * offer.creditsPerSecond[job.resolution])
  return undefined
}

/** `{"credits": 125}` in millionths of a dollar, if it is that. */
export function readCost(cost: unknown): number | undefined {
  const credits = (cost as { credits?: unknown } | null | undefined)?.credits
  return typeof credits === 'number' && credits >= 0 ? toMicros(credits) : undefined
}

const toMicros = (credits: number): number => Math.round(credits * MICROS_PER_CREDIT)
