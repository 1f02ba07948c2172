import { Fragment } from 'react'
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
      <div className="earned px-4 pt-2 pb-5 phone:px-5">
        <dl className="facts tabular-nums">
          {earningsRows(row, words.earnings, language).map(({ id, name, value, note }) => (
            <Fragment key={id}>
              <dt>{name}</dt>
              <dd>
                <span className="font-medium">{value}</span>
                {note && <span className="block text-xs text-ink3">{note}</span>}
              </dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </section>
  )
}
