import type { Tier } from '@atelier/contract'
import { useWords } from '../words/index.ts'
import { Glyph, tierTones } from './glyph.tsx'

/** A tier in a list: glyph and word, without a wash. */
export function TierMark({ tier }: { tier: Tier }) {
  const { knowledge } = useWords()
  return (
    <span className={`mark t-${tierTones[tier]}`}>
      <Glyph name={tier} />
      {knowledge.tiers[tier]}
    </span>
  )
}

/** A tier on a picture: white on dark, readable on any picture. */
export function TierBadge({ tier }: { tier: Tier }) {
  const { knowledge } = useWords()
  return (
    <span className="badge tier">
      <Glyph name={tier} />
      <span className="word">{knowledge.tiers[tier]}</span>
    </span>
  )
}
