import { invalid } from './api-error.ts'

const STEP_PIXELS = 16
const SIDE_PIXELS_MAX = 3840
const PIXELS_MAX = 3840 * 2160
const RATIO_MAX = 3

/** `auto` or `WIDTHxHEIGHT`. Whether the largest size may stand upright is not known; here it may. */
export function readSize(size: string): { width: number; height: number } {
  if (size === 'auto') return { width: 1024, height: 1024 }
  const [, first = '', second = ''] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(size) ?? []
  const [width, height] = [Number(first), Number(second)]
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const refuse = (why: string) => invalid('size', 'invalid_value', `Invalid size '${size}': ${why}.`)
  if (short === 0) throw refuse("use 'auto' or 'WIDTHxHEIGHT'")
  if (width % STEP_PIXELS > 0 || height % STEP_PIXELS > 0)
    throw refuse(`both sides must be divisible by ${STEP_PIXELS}`)
  if (long > short * RATIO_MAX) throw refuse('the aspect ratio must be between 1:3 and 3:1')
  if (long > SIDE_PIXELS_MAX || width * height > PIXELS_MAX) throw refuse('the maximum is 3840x2160')
  return { width, height }
}
