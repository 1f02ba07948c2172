import type { Random } from '../../harness/random/index.ts'
import type { Kind } from './build-files.ts'

/** One file to clean, and what must come of it. */
export type Sample = {
  bytes: Buffer
  /** `either`: both are right, as long as what comes out is clean and nothing falls over. */
  expect: 'accepted' | 'refused' | 'either'
  /** Stands in the file where no pixel is, and may not stand in what comes out. */
  canary?: string
  /** Whether the picture lies on its side and must come out upright. */
  isTurned?: boolean
}

export type Maker = (random: Random) => Sample | Promise<Sample>

export const KINDS: readonly Kind[] = ['png', 'jpeg', 'webp']

export const newCanary = (random: Random): string => `CANARY${random.bytes(9).toString('hex')}`
