import type { Note, ReviewAction } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mode } from '../../api/addresses.ts'
import { notesQuery, type ReviewedNotes, reviewNote } from '../../api/knowledge.ts'
import { useMode } from '../../shell/use-mode.ts'

export type Done = { mode: Mode; note: Note; action: ReviewAction }

/** What takes an action back. */
const opposite: Record<ReviewAction, ReviewAction> = {
  accept: 'undo',
  reject: 'undo',
  undo: 'undo',
  pin: 'unpin',
  unpin: 'pin',
}

const REVIEWING = ['reviewing']

const without = (held: ReviewedNotes, { id }: Note): ReviewedNotes => ({
  ...held,
  notes: held.notes.filter((one) => one.id !== id),
})

/** The notes that wait, what was decided in this visit, and the way back from it. */
export function useReview() {
  const mode = useMode()
  const client = useQueryClient()
  const pending = useQuery(notesQuery(mode, 'pending'))
  const [done, setDone] = useState<Done[]>([])
  const reread = () => {
    client.invalidateQueries({ queryKey: ['notes', mode] })
  }
  const acting = useMutation({
    mutationKey: REVIEWING,
    mutationFn: ({ note, action }: Done) => reviewNote(mode, note.id, action),
    onSuccess: (_, act) => {
      setDone((all) => [...all, act])
      // The next one stands there at once: a second press must not decide the same note again.
      if (act.action === 'accept' || act.action === 'reject')
        client.setQueryData(notesQuery(mode, 'pending').queryKey, (held) => held && without(held, act.note))
    },
    onSettled: reread,
  })
  const undoing = useMutation({
    mutationKey: REVIEWING,
    mutationFn: ({ note, action }: Done) => reviewNote(mode, note.id, opposite[action]),
    onSuccess: (_, undone) => setDone((all) => all.filter((one) => one !== undone)),
    onSettled: reread,
  })
  const last = done.findLast((one) => one.mode === mode)
  // Asked when a key is pressed, not when the page was drawn: two fast presses are one decision.
  const isFree = () => client.isMutating({ mutationKey: REVIEWING }) === 0
  return {
    notes: pending.data?.notes ?? [],
    counts: pending.data?.counts,
    isPending: pending.isPending,
    /** The notes could not be read, and how they are read again. */
    unread: pending.error && { error: pending.error, onRetry: pending.refetch },
    error: acting.error ?? undoing.error,
    last,
    isBusy: acting.isPending || undoing.isPending,
    act: (note: Note | undefined, action: ReviewAction) => {
      if (!note || !isFree()) return
      undoing.reset()
      acting.mutate({ mode, note, action })
    },
    undo: () => {
      if (!last || !isFree()) return
      acting.reset()
      undoing.mutate(last)
    },
  }
}

export type Review = ReturnType<typeof useReview>
