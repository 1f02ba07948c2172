import type { Order } from './match-offer.ts'

/** A credit is one cent. */
export const MICROS_PER_CREDIT = 10_000

/** What an order costs by the catalogue, for a submit whose answer does not say it. */
export function priceOrder({ kind, request, offer }: Order): number {
  const credits =
    kind === 'image'
      ? request.n * (offer.creditsPerPicture + request.references.length * offer.creditsPerReference)
      : request.durationSeconds * offer.creditsPerSecond[request.resolution]
  return toMicros(credits)
}

/** `{"credits": 125}` in millionths of a dollar, if it is that. */
export function readCost(cost: unknown): number | undefined {
  const credits = (cost as { credits?: unknown } | null | undefined)?.credits
  return typeof credits === 'number' && credits >= 0 ? toMicros(credits) : undefined
}

const toMicros = (credits: number): number => Math.round(credits * MICROS_PER_CREDIT)
