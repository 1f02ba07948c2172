import type { Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import { layOutWall, tileBeside, type WallLine } from './lay-out-wall.ts'

const measures = {
  width: 1_000,
  height: 200,
  gap: 10,
  caption: 22,
  rowGap: 16,
  dayHead: 40,
  firstDayHead: 40,
}

const medium = (id: number, orientation: Media['orientation'], day = 17): Media =>
  ({
    id: `med_${id}`,
    orientation,
    mediaType: 'IMAGE',
    createdAt: new Date(2026, 10, day, 12).toISOString(),
  }) as Media

const shapes = ['square', 'portrait', 'landscape'] as const
const many = Array.from({ length: 23 }, (_, id) => medium(id, shapes[id % 3] ?? 'square'))
const rowsOf = (lines: WallLine[]) => lines.filter((line) => line.kind === 'row')

test('every row but the last fills the width exactly, and no tile changes its shape', () => {
  const rows = rowsOf(layOutWall(many, measures))
  for (const { tiles } of rows.slice(0, -1)) {
    const used = tiles.reduce((sum, { width }) => sum + width, 0) + (tiles.length - 1) * measures.gap
    expect(used).toBeCloseTo(measures.width)
  }
  for (const { width, height, medium } of rows.flatMap(({ tiles }) => tiles)) {
    const shape = { square: 1, portrait: 2 / 3, landscape: 3 / 2 }[medium.orientation]
    expect(width / height).toBeCloseTo(shape)
  }
})

test('the last row of a day is never higher than what is wanted', () => {
  for (const count of [1, 2, 3, 4]) {
    const [row] = rowsOf(layOutWall(many.slice(0, count), measures))
    expect(row?.tiles[0]?.height).toBe(200)
  }
})

test('a row ends where its height is nearest to the wanted one', () => {
  // Four squares and a portrait: with a landscape beside them 154 high, without it 206.
  const tiles = [
    ...Array.from({ length: 4 }, (_, id) => medium(id, 'square')),
    medium(4, 'portrait'),
    medium(5, 'landscape'),
  ]
  const rows = rowsOf(layOutWall(tiles, measures))
  expect(rows.map((row) => row.tiles.length)).toEqual([5, 1])
  expect(rows[0]?.tiles[0]?.height).toBeCloseTo(205.7, 1)
})

test('the rows of a long day are of nearly one height', () => {
  const day = Array.from({ length: 200 }, (_, id) => medium(id, shapes[(id * 7 + (id >> 2)) % 3] ?? 'square'))
  const heights = rowsOf(layOutWall(day, measures)).map((row) => row.tiles[0]?.height ?? 0)
  expect(Math.max(...heights)).toBeLessThan(235)
  expect(Math.min(...heights)).toBeGreaterThan(165)
})

test('nothing is lost or reordered, and each day has its own head and rows', () => {
  const lines = layOutWall([...many, medium(90, 'square', 16), medium(91, 'square', 16)], measures)
  const tiles = rowsOf(lines).flatMap((row) => row.tiles)
  expect(tiles.map((tile) => tile.index)).toEqual(tiles.map((_, at) => at))
  expect(tiles).toHaveLength(25)
  expect(lines.filter(({ kind }) => kind === 'day')).toMatchObject([
    { day: '2026-11-17' },
    { day: '2026-11-16' },
  ])
})

test('up and down lead to the nearest tile, and nowhere at the edge', () => {
  const lines = layOutWall(many, measures)
  const [first, second] = rowsOf(lines)
  const below = tileBeside(lines, first?.tiles[0]?.index ?? -1, 1)
  expect(below).toBe(second?.tiles[0]?.index)
  expect(tileBeside(lines, below ?? -1, -1)).toBe(0)
  expect(tileBeside(lines, 0, -1)).toBeUndefined()
})
