import type { Gap, ImageOffer, ModelOffer, VideoOffer, Wanted } from '#platform/providers'

type Images = Extract<Wanted, { kind: 'image' }>
type Videos = Extract<Wanted, { kind: 'video' }>

/**
 * Why an offer cannot serve what is wanted, if so. It is asked before an order is charged and again before it
 * is sent: a provider would leave a part out without a word.
 */
export function findGap(offer: ModelOffer, wanted: Wanted): Gap | undefined {
  const { promptMax = Number.POSITIVE_INFINITY, referencesMax } = offer
  if (offer.kind !== wanted.kind) return { about: 'kind', says: `makes no ${wanted.kind}` }
  const gap = offer.kind === 'image' ? ofImages(offer, wanted as Images) : ofVideos(offer, wanted as Videos)
  if (gap) return gap
  if (wanted.references > referencesMax)
    return { about: 'references', says: `takes at most ${referencesMax} references` }
  if (wanted.promptCharacters > promptMax)
    return { about: 'prompt', says: `takes a prompt of at most ${promptMax} characters` }
  return undefined
}

function ofImages(offer: ImageOffer, { size, n, hasMask, references }: Images): Gap | undefined {
  if (hasMask && !offer.takesMask) return { about: 'mask', says: 'takes no mask' }
  if (hasMask && references === 0) return { about: 'mask', says: 'takes a mask only with a reference' }
  if (!offer.sizes.includes(size)) return { about: 'size', says: `does not make pictures of ${size}` }
  if (n > offer.nMax) return { about: 'n', says: `makes at most ${offer.nMax} pictures at once` }
  return undefined
}

function ofVideos(offer: VideoOffer, wanted: Videos): Gap | undefined {
  const { orientation, resolution, durationSeconds, references } = wanted
  const { referenceSecondsMax = Number.POSITIVE_INFINITY } = offer
  if (!offer.orientations.includes(orientation))
    return { about: 'orientation', says: `makes no ${orientation} videos` }
  if (!offer.resolutions.includes(resolution))
    return { about: 'resolution', says: `makes no videos in ${resolution}` }
  if (!offer.durationsSeconds.includes(durationSeconds))
    return { about: 'durationSeconds', says: `does not make videos of ${durationSeconds} seconds` }
  if (references > 0 && durationSeconds > referenceSecondsMax)
    return {
      about: 'durationSeconds',
      says: `makes videos with references of at most ${referenceSecondsMax} seconds`,
    }
  return undefined
}
