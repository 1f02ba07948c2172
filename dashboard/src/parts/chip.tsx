import type { ReactNode } from 'react'
import { Glyph, type GlyphName, type Tone } from './glyph.tsx'
import { join } from './join-classes.ts'

type ChipProps = { tone?: Tone; glyph?: GlyphName; children: ReactNode }

/** A state in a head: glyph and word on its wash. */
export const Chip = ({ tone, glyph, children }: ChipProps) => (
  <span className={join('chip', tone && `t-${tone}`)}>
    {glyph && <Glyph name={glyph} />}
    {children}
  </span>
)
