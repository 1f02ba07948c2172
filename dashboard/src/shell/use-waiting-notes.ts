import { useQuery } from '@tanstack/react-query'
import { waitingNotesQuery } from '../api/knowledge.ts'
import { useMode } from './use-mode.ts'

/** How many notes of agents wait for the owner. */
export const useWaitingNotes = (): number => useQuery(waitingNotesQuery(useMode())).data ?? 0
