import type { Note } from '@atelier/contract'
import { Check, Pin, PinOff } from 'lucide-react'
import { when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { EvidenceGlyph } from '../../parts/evidence-mark.tsx'
import { join } from '../../parts/join-classes.ts'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import type { Done, Review } from './use-review.ts'

type NoteCardProps = { note: Note; review: Review; isCut?: boolean }

/**
 * One note, quoted as it was written: never markdown, never a link. `isCut`: its first lines, on the
 * overview, where no head lists the keys.
 */
export function NoteCard({ note, review, isCut = false }: NoteCardProps) {
  const { words, language } = useLanguage()
  const now = useNow()
  const { review: labels, knowledge } = words
  return (
    <div
      className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 phone:px-5"
      aria-busy={review.isBusy || undefined}
    >
      <blockquote className={join('quote', isCut && 'line-clamp-6')}>{note.text}</blockquote>
      {note.keywords.length > 0 && (
        <p className="text-s wrap-anywhere text-ink3">{labels.foundBy(note.keywords.join(', '))}</p>
      )}
      <div className="flex flex-wrap items-center gap-2 text-s text-ink3">
        <span className="mark text-ink2">
          <EvidenceGlyph evidence="claimed" />
          {knowledge.evidence.claimed}
        </span>
        <span className="min-w-0 wrap-anywhere">
          {note.source}, {when(new Date(note.createdAt), now, language)}
        </span>
        {note.pinned && <span className="chip">{labels.isPinned}</span>}
      </div>
      <div className="flex gap-2">
        <Button tone="primary" className="grow" onClick={() => review.act(note, 'accept')}>
          {labels.keep}
        </Button>
        <Button className="grow" onClick={() => review.act(note, 'reject')}>
          {labels.reject}
        </Button>
        <Button
          iconOnly
          aria-label={note.pinned ? labels.unpin : labels.pin}
          icon={note.pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          onClick={() => review.act(note, note.pinned ? 'unpin' : 'pin')}
        />
      </div>
      <p className="text-xs text-ink3">
        {labels.help} {isCut && <span className="desk-only">{labels.keysHelp}</span>}
      </p>
    </div>
  )
}

const CUT = 40
const cut = (text: string): string => (text.length <= CUT ? text : `${text.slice(0, CUT)}…`)

/** What was decided last, with the way back. */
export function LastDecision({ last, review }: { last: Done; review: Review }) {
  const { review: labels } = useWords()
  const say = {
    accept: labels.kept,
    reject: labels.rejected,
    pin: labels.pinned,
    unpin: labels.unpinned,
    undo: labels.kept,
  }[last.action]
  return (
    <div className="flex items-center gap-2 border-t border-line px-4 py-3 text-s phone:px-5" role="status">
      <Check size={14} aria-hidden="true" />
      <span className="min-w-0 grow truncate text-ink2">{say(cut(last.note.text))}</span>
      <Button small onClick={review.undo}>
        {labels.undo}
      </Button>
    </div>
  )
}
