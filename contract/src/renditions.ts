import { z } from 'zod'

/**
 * The placements that a finished picture can be fitted to, because no size that can be ordered fits them. The
 * pixels are what the advertising platform shows; a small picture gives fewer.
 */
export const renditionSizes = {
  feed_portrait: { ratio: '4:5', width: 1_080, height: 1_350 },
  vertical: { ratio: '9:16', width: 1_080, height: 1_920 },
  feed_landscape: { ratio: '1.91:1', width: 1_200, height: 628 },
} as const satisfies Record<string, { ratio: string; width: number; height: number }>

export type RenditionPlacement = keyof typeof renditionSizes

export const renditionPlacements = Object.keys(renditionSizes) as [
  RenditionPlacement,
  ...RenditionPlacement[],
]

/** `crop` cuts off what does not fit, around what draws the eye; `pad` keeps all and fills the rest. */
export const renditionWays = ['crop', 'pad'] as const

export type RenditionWay = (typeof renditionWays)[number]

/** A rendition has more pixels than its picture by at most this factor for each side. */
export const RENDITION_ENLARGE_MAX = 1.25

export const RENDITIONS_NOTE =
  'Feed: feed_portrait; stories and reels: vertical; link previews: feed_landscape. Look at a crop before ' +
  'you use it. If text or the product is cut off, use pad: the same URL with -pad.jpg instead of -crop.jpg.'

export const NO_RENDITIONS_OF_VIDEOS =
  'Videos have no renditions: order the video in the orientation that its placement needs.'

export const Rendition = z
  .object({
    placement: z.enum(renditionPlacements).meta({
      description: '`feed_portrait` and `feed_landscape`: feeds; `vertical`: stories and reels',
    }),
    ratio: z.string().meta({ example: '4:5' }).describe('Width to height'),
    way: z.enum([...renditionWays, 'none']).meta({
      description:
        'What was done. `crop`: edges were cut off; `pad`: plain edges were added; `none`: the file itself ' +
        'has this ratio, and `url` is its address',
    }),
    url: z.url().meta({ description: 'Permanent like the file; a JPEG, made at the first request, free' }),
    width: z.int().describe('In pixels'),
    height: z.int().describe('In pixels'),
  })
  .meta({ id: 'Rendition' })

export type Rendition = z.infer<typeof Rendition>
