import type { Random } from '../../harness/random/index.ts'
import type { Kind } from './build-files.ts'

/** One file to clean, and the expected result. */
export type Sample = {
  bytes: Buffer
  /** `either`: both are right, as long as the output is clean and nothing crashes. */
  expect: 'accepted' | 'refused' | 'either'
  /** A text outside the pixels of the file that must not be in the output. */
  canary?: string
  /** Whether the picture is rotated and must come out upright. */
  isTurned?: boolean
}

export type Maker = (random: Random) => Sample | Promise<Sample>

export const KINDS: readonly Kind[] = ['png', 'jpeg', 'webp']

export const newCanary = (random: Random): string => `CANARY${random.bytes(9).toString('hex')}`
