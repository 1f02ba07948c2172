import type { IMAGE_CREDITS, KEYS_PER_USER } from '@atelier/contract'

/** The contract's own figures, checked by the compiler, without its code in the bundle. */
export const IMAGE_PRICE: typeof IMAGE_CREDITS = 400
export const KEYS_MOST: typeof KEYS_PER_USER = 10
/** A video of 6 s in SD. The quote on the button is the exact price; this only warns early. */
export const CHEAPEST_VIDEO_PRICE = 1_000
/** A planned video is one of 10 s in SD, like the first choice on the page Make. */
export const PLANNED_VIDEO = { seconds: 10, resolution: 'SD', price: 1_300 } as const
