import type { Funnel } from '@atelier/contract'
import { countOf, metricValue, timesOf, UNKNOWN } from '../../format/results.ts'
import { Table } from '../../parts/plot-card.tsx'
import { useWords } from '../../words/index.ts'

/** Where do people go? Each step from the impression to the conversion, beside what is usual. */
export function FunnelCard({ funnel: { steps, leak } }: { funnel: Pick<Funnel, 'steps' | 'leak'> }) {
  const { knowledge: words } = useWords()
  const columns = [words.step, words.stepRate, words.usualColumn, words.lift, words.stepCount]
  const rows = steps.map(({ step, of, reached, rate, usual, lift }) => ({
    id: step,
    cells: [
      words.steps[step],
      metricValue('ctr', rate),
      metricValue('ctr', usual),
      lift === null ? UNKNOWN : timesOf(lift),
      words.reachedOf(countOf(reached), countOf(of)),
    ],
  }))
  return (
    <section className="card overflow-hidden">
      <div className="card-head flex-wrap pb-2">
        <h2>{words.funnel}</h2>
        {leak && <p>{words.leak(words.steps[leak.step], timesOf(leak.lift))}</p>}
      </div>
      <Table label={words.funnel} table={{ columns, rows }} />
    </section>
  )
}
