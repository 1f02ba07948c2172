import type { Payment } from '@atelier/contract'
import { Chip } from '../../parts/chip.tsx'
import { useWords } from '../../words/index.ts'
import { standingsOf, standingTones } from './standing-of.ts'

export function Standings({ payment }: { payment: Payment }) {
  const { billing: words } = useWords()
  return standingsOf(payment).map((standing) => (
    <Chip key={standing} tone={standingTones[standing]}>
      {words.standings[standing]}
    </Chip>
  ))
}
