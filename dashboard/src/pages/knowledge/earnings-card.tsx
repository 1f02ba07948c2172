import { join } from '../../parts/join-classes.ts'
import { useLanguage } from '../../words/index.ts'
import { type Earning, earningsRows, hasEarnings } from './earnings-rows.ts'

/** Does it earn money, how often is it seen, and what would have come without it? Only what was reported. */
export function EarningsCard({ row, className }: { row: Earning; className?: string }) {
  const { words, language } = useLanguage()
  if (!hasEarnings(row)) return null
  return (
    <section className={join('card overflow-hidden', className)} aria-labelledby="earnings">
      <div className="card-head flex-wrap pb-2">
        <h2 id="earnings">{words.earnings.title}</h2>
        <p>{words.earnings.help}</p>
      </div>
      <dl className="px-4 pb-4 phone:px-5 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {earningsRows(row, words.earnings, language).map(({ id, name, value, note }) => (
          <div key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-s text-ink2">{name}</dt>
            <dd className="text-right font-medium tabular-nums">
              {value}
              {note && <span className="block text-xs font-normal text-ink3">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
