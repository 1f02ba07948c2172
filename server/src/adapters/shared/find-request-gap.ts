import type { ModelOffer, ProviderRequest, Wanted } from '#platform/providers'
import { findGap } from './find-gap.ts'

/** A sentence about what an offer cannot serve of a request, if there is something. */
export function findRequestGap(offer: ModelOffer, request: ProviderRequest): string | undefined {
  if (request.kind === 'video' && request.mask) return 'This model takes no mask'
  if (request.kind === 'video' && request.n > 1) return 'This model makes one video at once'
  const gap = findGap(offer, wantedBy(request))
  return gap && `This model ${gap.says}`
}

function wantedBy(request: ProviderRequest): Wanted {
  const common = { promptCharacters: [...request.prompt].length, references: request.references.length }
  if (request.kind === 'image') {
    const { size, n, mask } = request
    return { ...common, kind: 'image', size, n, hasMask: mask !== undefined }
  }
  const { orientation, resolution, durationSeconds } = request
  return { ...common, kind: 'video', orientation, resolution, durationSeconds }
}
