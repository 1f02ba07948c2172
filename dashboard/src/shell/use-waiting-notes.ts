import { useQuery } from '@tanstack/react-query'
import { notesQuery } from '../api/knowledge.ts'
import { useMode } from './use-mode.ts'

/** How many notes of agents wait for the owner. */
export const useWaitingNotes = (): number =>
  useQuery(notesQuery(useMode(), 'pending')).data?.counts.pending ?? 0
