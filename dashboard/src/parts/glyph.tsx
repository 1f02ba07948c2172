import type { Tier } from '@atelier/contract'
import type { ReactNode } from 'react'

/** The five tones serve job states and tiers. A tone never stands without its glyph or its word. */
export type Tone = 'wait' | 'go' | 'good' | 'warn' | 'bad'

export const statusTones = {
  queued: 'wait',
  processing: 'go',
  completed: 'good',
  stalled: 'warn',
  failed: 'bad',
} as const satisfies Record<string, Tone>

export const tierTones = {
  winner: 'good',
  promising: 'go',
  unproven: 'wait',
  fatigued: 'warn',
  loser: 'bad',
} as const satisfies Record<Tier, Tone>

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const HOURGLASS = [
  'M2.600 1.200h6.800M2.600 10.800h6.800M3.400 1.400c0 3 2.600 3.200 2.600 4.600S3.400 7.600 3.400 10.600',
  'M8.600 1.400c0 3-2.600 3.200-2.600 4.600s2.600 1.600 2.600 4.600',
].join('')

const shapes = {
  queued: <circle cx="6" cy="6" r="4.7" {...line} strokeWidth="1.5" strokeDasharray="2.2 1.5" />,
  processing: (
    <>
      <circle cx="6" cy="6" r="4.6" {...line} strokeOpacity=".3" strokeWidth="1.8" />
      <path d="M6 1.4a4.600 4.600 0 0 1 4 6.900" {...line} strokeWidth="1.8" />
    </>
  ),
  completed: (
    <>
      <circle cx="6" cy="6" r="5.400" fill="currentColor" />
      <path d="m3.600 6.200 1.700 1.700 3.100-3.600" {...line} stroke="var(--surface)" strokeWidth="1.5" />
    </>
  ),
  stalled: <path d={HOURGLASS} {...line} strokeWidth="1.4" />,
  failed: (
    <>
      <circle cx="6" cy="6" r="4.800" {...line} strokeWidth="1.4" />
      <path d="m4.200 4.200 3.600 3.600m0-3.600L4.200 7.800" {...line} strokeWidth="1.5" />
    </>
  ),
  unproven: <path d="M6 1.600 10.400 6 6 10.400 1.600 6z" {...line} strokeWidth="1.5" />,
  promising: <path d="M6 2.400 10.200 10H1.800z" {...line} strokeWidth="1.5" />,
  winner: <path d="M6 1.200 11.200 10.600H.8z" fill="currentColor" />,
  fatigued: (
    <>
      <path d="M6 2.400 10.200 10H1.800z" {...line} strokeWidth="1.4" />
      <path d="M3.400 7.200h5.200L10.200 10H1.800z" fill="currentColor" />
    </>
  ),
  loser: <path d="M6 10.800.8 1.400h10.400z" fill="currentColor" />,
  play: <path d="M3 1.600v8.800L10.400 6z" fill="currentColor" />,
} satisfies Record<string, ReactNode>

export type GlyphName = keyof typeof shapes

/** A mark of a state or a tier. The word beside it speaks; the glyph is silent. */
export const Glyph = ({ name, size = 12 }: { name: GlyphName; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
    {shapes[name]}
  </svg>
)
