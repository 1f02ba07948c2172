import { imageSizes, orientations, REFERENCES_PER_JOB, resolutions, videoSeconds } from '@atelier/contract'
import { type Capabilities, FILES_MAX, type ModelOffer } from '#platform/providers'

/** What at least one of these offers serves, as far as an order can ask for it. */
export function mergeCapabilities(offers: readonly ModelOffer[]): Capabilities {
  const images = offers.filter((one) => one.kind === 'image')
  const videos = offers.filter((one) => one.kind === 'video')
  const nMax = Math.max(0, ...images.map((one) => one.nMax), videos.length > 0 ? 1 : 0)
  const referencesMax = Math.max(0, ...offers.map((one) => one.referencesMax))
  return {
    sizes: imageSizes.filter((size) => images.some((one) => one.sizes.includes(size))),
    nMax: Math.min(nMax, FILES_MAX),
    referencesMax: Math.min(referencesMax, REFERENCES_PER_JOB),
    mask: images.some((one) => one.takesMask),
    orientations: orientations.filter((name) => videos.some((one) => one.orientations.includes(name))),
    durationsSeconds: videoSeconds.filter((n) => videos.some((one) => one.durationsSeconds.includes(n))),
    resolutions: resolutions.filter((name) => videos.some((one) => one.resolutions.includes(name))),
  }
}
