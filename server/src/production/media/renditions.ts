import {
  NO_RENDITIONS_OF_VIDEOS,
  RENDITION_ENLARGE_MAX,
  RENDITIONS_NOTE,
  type Rendition,
  type RenditionPlacement,
  type RenditionWay,
  renditionPlacements,
  renditionSizes,
  renditionWays,
} from '@atelier/contract'

/** Part of the stored name. With a new number all are made again, and the sweep takes the older ones. */
export const RENDITION_RECIPE = 1

/** A file has the ratio of a placement when its own deviates by at most this much. */
const TOLERANCE_PERCENT = 2

export type RenditionName = { placement: RenditionPlacement; way: RenditionWay }
export type Size = { width: number; height: number }

/** Integer arithmetic: with fractions, rounding would reject a deviation of exactly 2%. */
export const hasRatio = ({ width, height }: Size, [across, down]: readonly [number, number]): boolean =>
  Math.abs(width * down - height * across) * 100 <= TOLERANCE_PERCENT * height * across

export function hasRatioOf(picture: Size, placement: RenditionPlacement): boolean {
  const { width, height } = renditionSizes[placement]
  return hasRatio(picture, [width, height])
}

/**
 * The pixels of a rendition: those of the placement, or fewer in the same ratio, so that the picture is not
 * enlarged too much.
 */
export function renditionSizeOf(picture: Size, { placement, way }: RenditionName): Size {
  const target = renditionSizes[placement]
  const scales = [target.width / picture.width, target.height / picture.height]
  const scale = way === 'crop' ? Math.max(...scales) : Math.min(...scales)
  const width = Math.max(1, Math.round(target.width * Math.min(1, RENDITION_ENLARGE_MAX / scale)))
  return { width, height: Math.max(1, Math.round((width * target.height) / target.width)) }
}

/** Where a rendition is stored: beside its file, under a name that the file and its hash decide. */
export const renditionKeyOf = (objectKey: string, { placement, way }: RenditionName): string =>
  `${renditionPrefixOf(objectKey)}-${placement}-${way}-${RENDITION_RECIPE}.jpg`

/** With what the keys of all renditions of a file begin. */
export const renditionPrefixOf = (objectKey: string): string =>
  objectKey.replace(/^generated\//, 'renditions/').replace(/\.\w+$/, '')

type Picture = Size & { id: string; fileUrl: string }

/** What the upload kit says about the renditions of a picture. */
export const describeRenditions = (picture: Picture, publicUrl: string) => ({
  renditions: renditionPlacements.flatMap((placement) => renditionsAt(placement, picture, publicUrl)),
  renditionsNote: RENDITIONS_NOTE,
})

export const describeNoRenditions = () => ({
  renditions: [],
  renditionsNote: NO_RENDITIONS_OF_VIDEOS,
})

function renditionsAt(placement: RenditionPlacement, picture: Picture, publicUrl: string): Rendition[] {
  const { id, fileUrl, width, height } = picture
  const { ratio } = renditionSizes[placement]
  if (hasRatioOf(picture, placement)) return [{ placement, ratio, way: 'none', url: fileUrl, width, height }]
  return renditionWays.map((way) => ({
    placement,
    ratio,
    way,
    url: `${publicUrl}/api/photos/serve/renditions/${id}-${placement}-${way}.jpg`,
    ...renditionSizeOf(picture, { placement, way }),
  }))
}
