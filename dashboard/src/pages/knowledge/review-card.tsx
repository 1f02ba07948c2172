import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { when } from '../../format/time.ts'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useLanguage } from '../../words/index.ts'
import { LastDecision, NoteCard } from './note-card.tsx'
import { useReview } from './use-review.ts'

/** As many as stand beside the plot without making its row higher. */
const NEXT = 4

/** The first note that waits, and what comes after it, on the overview. */
export function ReviewCard({ className }: { className: string }) {
  const { words, language } = useLanguage()
  const { review: labels, knowledge } = words
  const now = useNow()
  const review = useReview()
  const [first, ...later] = review.notes
  const waiting = review.counts?.pending ?? 0
  const shortcuts = useMemo(
    () => ({
      a: () => review.act(first, 'accept'),
      r: () => review.act(first, 'reject'),
      p: () => review.act(first, first?.pinned ? 'unpin' : 'pin'),
      z: review.undo,
    }),
    [review, first],
  )
  useShortcuts(shortcuts)
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
      {(review.unread || review.error) && (
        <div className="grid gap-3 px-4 py-4 phone:px-5">
          {review.unread && <Problem {...review.unread} />}
          {review.error && <Problem error={review.error} />}
        </div>
      )}
      {review.isPending && (
        <div className="px-4 py-4 phone:px-5">
          <Waiting>
            <Skeleton className="h-40" />
          </Waiting>
        </div>
      )}
      {first ? (
        <NoteCard note={first} review={review} isCut />
      ) : (
        !review.isPending &&
        !review.unread && <p className="px-4 py-4 text-s text-ink3 phone:px-5">{labels.empty}</p>
      )}
      {later.length > 0 && (
        <ul className="list border-t border-line" aria-label={labels.later}>
          {later.slice(0, NEXT).map((note) => (
            <li key={note.id}>
              <div className="min-w-0">
                <p className="line-clamp-2 text-s wrap-anywhere">“{note.text}”</p>
                <p className="truncate text-xs text-ink3">
                  {note.source}, {when(new Date(note.createdAt), now, language)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto">{review.last && <LastDecision last={review.last} review={review} />}</div>
    </section>
  )
}
