import type { Evidence } from '@atelier/contract'
import { useWords } from '../words/index.ts'

/** Claimed is hollow, observed is solid, corroborated is solid with a ring. Evidence has no hue. */
export const EvidenceGlyph = ({ evidence }: { evidence: Evidence }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
    {evidence === 'claimed' ? (
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    ) : (
      <circle cx="6" cy="6" r={evidence === 'observed' ? 4.5 : 3} fill="currentColor" />
    )}
    {evidence === 'corroborated' && (
      <circle cx="6" cy="6" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.2" />
    )}
  </svg>
)

export function EvidenceMark({ evidence }: { evidence: Evidence }) {
  const { knowledge } = useWords()
  return (
    <span className="mark text-ink2">
      <EvidenceGlyph evidence={evidence} />
      {knowledge.evidence[evidence]}
    </span>
  )
}
