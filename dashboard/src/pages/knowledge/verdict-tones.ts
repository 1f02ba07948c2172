import type { Verdict } from '@atelier/contract'
import type { Tone } from '../../parts/glyph.tsx'

export const verdictTones: Record<Verdict, Tone> = {
  overstated: 'bad',
  understated: 'go',
  confirmed: 'good',
  unverified: 'wait',
  not_comparable: 'wait',
  stale: 'wait',
  inconclusive: 'wait',
}
