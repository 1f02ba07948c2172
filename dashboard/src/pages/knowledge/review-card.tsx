import { Link } from '@tanstack/react-router'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'
import { LastDecision, NoteCard } from './note-card.tsx'
import { useReview } from './use-review.ts'

/** The first note that waits, on the overview. */
export function ReviewCard({ className }: { className: string }) {
  const { review: labels, knowledge } = useWords()
  const review = useReview()
  const [first] = review.notes
  const waiting = review.counts?.pending ?? 0
  return (
    <section className={`card flex flex-col ${className}`}>
      <div className="card-head">
        <h2>{labels.title}</h2>
        {waiting > 0 && <span className="chip t-go tabular-nums">{waiting}</span>}
        <Link
          to="/knowledge"
          search={(search) => ({ ...search, tab: 'review' as const })}
          className="link ml-auto"
        >
          {knowledge.seeAll}
        </Link>
      </div>
      {review.error && <Problem error={review.error} />}
      {first ? (
        <NoteCard note={first} review={review} />
      ) : (
        !review.isPending &&
        !review.error && <p className="px-4 py-4 text-s text-ink3 phone:px-5">{labels.empty}</p>
      )}
      <div className="mt-auto">{review.last && <LastDecision last={review.last} review={review} />}</div>
    </section>
  )
}
