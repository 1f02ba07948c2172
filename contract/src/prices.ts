/** What one image costs, whatever its size. */
export const IMAGE_CREDITS = 400

export const imagePrice = (n: number): number => IMAGE_CREDITS * n
