import { CELLS_PER_PLAN, type Cell } from '@atelier/contract'
import { expect, test } from 'vitest'
import { boardOf, CELLS_LISTED, countStates } from './board-of.ts'
import type { PlannedItem } from './planned-orders.ts'

const cell = (cepId: string, state: Cell['state']) =>
  ({ cepId, characterId: null, mediaType: 'IMAGE', orientation: 'square', state }) as Cell
const item = (cepId: string) => cell(cepId, 'untested') as unknown as PlannedItem

test('the list is as long as the contract says', () => {
  expect(CELLS_LISTED).toBe(CELLS_PER_PLAN)
})

test('cells stand by their state, those of the plan first', () => {
  const board = boardOf([cell('a', 'untested'), cell('b', 'untested'), cell('c', 'winning')], [item('b')])
  expect(board.map(({ state, isChosen }) => [state, isChosen])).toEqual([
    ['winning', false],
    ['untested', true],
    ['untested', false],
  ])
})

test('a planned cell that the list does not reach is on the board, too', () => {
  const board = boardOf([cell('a', 'losing')], [item('z')])
  expect(board.filter(({ isChosen }) => isChosen)).toHaveLength(1)
  expect(countStates(board, false)).toEqual([
    { state: 'losing', count: '1' },
    { state: 'untested', count: '1+' },
  ])
})

test('of a whole list the number is exact', () => {
  expect(countStates(boardOf([cell('a', 'untested')], []), true)).toEqual([{ state: 'untested', count: '1' }])
})
