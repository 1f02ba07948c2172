import type { Cell, CellState } from '@atelier/contract'
import { cellKey, type PlannedItem } from './planned-orders.ts'

/** The service lists no more; which of the untested ones it leaves out, nobody chose. */
export const CELLS_LISTED = 100

const states: CellState[] = ['winning', 'open', 'tired', 'losing', 'untested']

type BoardCell = { key: string; state: CellState; isChosen: boolean }

/** Every cell by its state, those of the plan first in theirs, also where the list ended before them. */
export function boardOf(cells: Cell[], make: PlannedItem[]): BoardCell[] {
  const chosen = new Set(make.map(cellKey))
  const listed = cells.map((cell) => ({ key: cellKey(cell), state: cell.state }))
  const known = new Set(listed.map(({ key }) => key))
  const unlisted = [...chosen].filter((key) => !known.has(key))
  return [...unlisted.map((key) => ({ key, state: 'untested' as const })), ...listed]
    .map((cell) => ({ ...cell, isChosen: chosen.has(cell.key) }))
    .toSorted(
      (one, other) =>
        states.indexOf(one.state) - states.indexOf(other.state) ||
        Number(other.isChosen) - Number(one.isChosen),
    )
}

/** How many cells are in each state: "91+" when there are more than the list shows. */
export function countStates(board: BoardCell[], isWhole: boolean): { state: CellState; count: string }[] {
  return states
    .map((state) => ({ state, count: board.filter((cell) => cell.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => ({
      state,
      count: state === 'untested' && !isWhole ? `${count}+` : `${count}`,
    }))
}
