import type { Note, ReviewAction } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notesQuery, reviewNote } from '../../api/knowledge.ts'
import { useMode } from '../../shell/use-mode.ts'

export type Done = { note: Note; action: ReviewAction }

/** What takes an action back. */
const opposite: Record<ReviewAction, ReviewAction> = {
  accept: 'undo',
  reject: 'undo',
  undo: 'undo',
  pin: 'unpin',
  unpin: 'pin',
}

/** The notes that wait, what was decided in this visit, and the way back from it. */
export function useReview() {
  const mode = useMode()
  const client = useQueryClient()
  const pending = useQuery(notesQuery(mode, 'pending'))
  const [done, setDone] = useState<Done[]>([])
  const acting = useMutation({
    mutationFn: ({ note, action }: Done) => reviewNote(mode, note.id, action),
    onSuccess: (_, act) => setDone((all) => [...all, act]),
    onSettled: () => client.invalidateQueries({ queryKey: ['notes', mode] }),
  })
  const undoing = useMutation({
    mutationFn: ({ note, action }: Done) => reviewNote(mode, note.id, opposite[action]),
    onSuccess: () => setDone((all) => all.slice(0, -1)),
    onSettled: () => client.invalidateQueries({ queryKey: ['notes', mode] }),
  })
  const last = done.at(-1)
  const isBusy = acting.isPending || undoing.isPending
  return {
    notes: pending.data?.notes ?? [],
    counts: pending.data?.counts,
    isPending: pending.isPending,
    error: pending.error ?? acting.error ?? undoing.error,
    last,
    isBusy,
    act: (note: Note | undefined, action: ReviewAction) => {
      if (note && !isBusy) acting.mutate({ note, action })
    },
    undo: () => {
      if (last && !isBusy) undoing.mutate(last)
    },
  }
}

export type Review = ReturnType<typeof useReview>
