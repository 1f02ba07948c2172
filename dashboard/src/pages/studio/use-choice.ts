import { useState } from 'react'
import type { Mode } from '../../api/addresses.ts'

export type Choice = {
  isOn: boolean
  /** The first chosen first; at most two. */
  ids: string[]
  toggle(id: string): void
  start(): void
  stop(): void
}

const MOST = 2

/** Two results of one mode that are chosen for a comparison. A third takes the place of the first. */
export function useChoice(mode: Mode): Choice {
  const [chosen, setChosen] = useState<{ mode: Mode; ids: string[] } | null>(null)
  const ids = chosen?.mode === mode ? chosen.ids : []
  return {
    isOn: chosen?.mode === mode,
    ids,
    toggle: (id) =>
      setChosen({
        mode,
        ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MOST),
      }),
    start: () => setChosen({ mode, ids }),
    stop: () => setChosen(null),
  }
}
