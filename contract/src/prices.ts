/** What one image costs, whatever its size. */
export const IMAGE_CREDITS = 400

export const imagePrice = (n: number): number => IMAGE_CREDITS * n

/** What a video costs in SD, by its length. HD is twice that. */
const sdCredits = { 6: 1_000, 10: 1_300, 15: 1_950 } as const

export const videoPrice = (seconds: keyof typeof sdCredits, resolution: 'SD' | 'HD'): number =>
  sdCredits[seconds] * (resolution === 'HD' ? 2 : 1)
