import type { Note, Review as ReviewState } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { notesQuery, reviewNote, writeNote } from '../../api/knowledge.ts'
import { KEYWORD_LINE_CHARACTERS, splitKeywords } from '../../format/keywords.ts'
import { when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { join } from '../../parts/join-classes.ts'
import { Problem } from '../../parts/problem.tsx'
import { ScrollRow } from '../../parts/scroll-row.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { LastDecision, NoteCard } from './note-card.tsx'
import { type Review as Reviewing, useReview } from './use-review.ts'

const NOTE_MOST = 2_000
const filters: ReviewState[] = ['pending', 'accepted', 'rejected']

/** The inbox of notes. A keeps, R rejects, P pins, Z takes the last decision back, J and K move. */
export function Review() {
  const { review: labels } = useWords()
  const { notes: filter = 'pending' } = useSearch({ from: '/signed-in/knowledge' })
  const navigate = useNavigate({ from: '/knowledge' })
  const review = useReview()
  const { counts } = review
  return (
    <>
      <ScrollRow label={labels.list}>
        <Segmented
          label={labels.list}
          value={filter}
          choices={filters.map((value) => ({
            value,
            label: `${labels.filters[value]} ${counts?.[value] ?? ''}`,
          }))}
          onChoose={(chosen: ReviewState) =>
            navigate({
              search: (search) => ({ ...search, notes: chosen === 'pending' ? undefined : chosen }),
            })
          }
        />
      </ScrollRow>
      {review.error && (
        <div className="mb-4">
          <Problem error={review.error} />
        </div>
      )}
      <div className="columns items-start">
        {filter === 'pending' ? <Inbox review={review} /> : <Decided filter={filter} />}
        <NewNote />
      </div>
    </>
  )
}

function Inbox({ review }: { review: Reviewing }) {
  const { review: labels } = useWords()
  const [at, setAt] = useState(0)
  const { notes, last } = review
  const place = Math.min(at, Math.max(0, notes.length - 1))
  const note = notes[place]
  const shortcuts = useMemo(
    () => ({
      a: () => review.act(note, 'accept'),
      r: () => review.act(note, 'reject'),
      p: () => review.act(note, note?.pinned ? 'unpin' : 'pin'),
      z: review.undo,
      j: () => setAt(Math.min(place + 1, Math.max(0, notes.length - 1))),
      k: () => setAt(Math.max(0, place - 1)),
    }),
    [review, note, place, notes.length],
  )
  useShortcuts(shortcuts)
  return (
    <section className="card c7" aria-labelledby="inbox">
      <div className="card-head">
        <h2 id="inbox">{labels.title}</h2>
        <p className="desk-only flex! items-center gap-1.5 max-phone:hidden!">
          <kbd className="kbd">A</kbd> {labels.keep} <kbd className="kbd">R</kbd> {labels.reject}
          <kbd className="kbd">P</kbd> {labels.pin} <kbd className="kbd">Z</kbd> {labels.undo}
        </p>
      </div>
      {note && <NoteCard note={note} review={review} />}
      {!note && !review.isPending && (
        <div className="px-4 py-5 text-ink2 phone:px-5">
          {review.unread ? <Problem {...review.unread} /> : labels.empty}
        </div>
      )}
      {review.isPending && (
        <div className="p-4 phone:p-5">
          <Waiting>
            <Skeleton className="h-40" />
          </Waiting>
        </div>
      )}
      {notes.length > 1 && (
        <ul className="list border-t border-line">
          {notes.map((one, index) => (
            <li key={one.id} className={join(index === place && 'bg-sunken')}>
              <button
                type="button"
                className="min-w-0 grow text-left"
                aria-current={index === place || undefined}
                onClick={() => setAt(index)}
              >
                <Excerpt note={one} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {last && <LastDecision last={last} review={review} />}
    </section>
  )
}

function Excerpt({ note }: { note: Note }) {
  const { words, language } = useLanguage()
  const now = useNow()
  return (
    <>
      <span className="block truncate text-s">“{note.text}”</span>
      <span className="block text-xs text-ink3">
        {note.source}, {when(new Date(note.createdAt), now, language)}
        {note.pinned && ` · ${words.review.isPinned}`}
      </span>
      {note.keywords.length > 0 && (
        <span className="block truncate text-xs text-ink3">
          {words.review.foundBy(note.keywords.join(', '))}
        </span>
      )}
    </>
  )
}

/** What was decided earlier; everything can go back to the inbox. */
function Decided({ filter }: { filter: 'accepted' | 'rejected' }) {
  const { review: labels } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const notes = useQuery(notesQuery(mode, filter))
  const restoring = useMutation({
    mutationFn: (id: string) => reviewNote(mode, id, 'undo'),
    onSettled: () => client.invalidateQueries({ queryKey: ['notes', mode] }),
  })
  if (!notes.data)
    return (
      <div className="c7">
        {notes.error && <Problem error={notes.error} onRetry={notes.refetch} />}
        {notes.isPending && (
          <Waiting>
            <Skeleton className="h-40" />
          </Waiting>
        )}
      </div>
    )
  return (
    <section className="card c7">
      {restoring.error && <Problem error={restoring.error} />}
      {notes.data.notes.length === 0 && (
        <p className="px-4 py-5 text-ink2 phone:px-5">{labels.nothing[filter]}</p>
      )}
      <ul className="list">
        {notes.data.notes.map((note) => (
          <li key={note.id}>
            <div className="min-w-0 grow">
              <Excerpt note={note} />
            </div>
            {note.source !== 'owner' && (
              <Button small disabled={restoring.isPending} onClick={() => restoring.mutate(note.id)}>
                {labels.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NewNote() {
  const { review: labels } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [line, setLine] = useState('')
  const writing = useMutation({
    mutationFn: () => writeNote(mode, { text: text.trim(), keywords: splitKeywords(line) }),
    onSuccess: () => {
      setText('')
      setLine('')
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['notes', mode] }),
  })
  return (
    <section className="card c5 grid gap-4 p-4 phone:p-5">
      <Field label={labels.write} help={labels.writeHelp}>
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            rows={4}
            maxLength={NOTE_MOST}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label={labels.keywords} help={labels.keywordsHelp}>
        {(ids) => (
          <input
            {...ids}
            className="input"
            maxLength={KEYWORD_LINE_CHARACTERS}
            autoComplete="off"
            value={line}
            onChange={(event) => setLine(event.target.value)}
          />
        )}
      </Field>
      {writing.error && <Problem error={writing.error} />}
      <Button busy={writing.isPending} disabled={text.trim() === ''} onClick={() => writing.mutate()}>
        {labels.save}
      </Button>
    </section>
  )
}
