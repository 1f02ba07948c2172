import { aspectOf } from './shape.ts'
import type { TileMedia } from './tile-media.ts'

export type WallTile = { medium: TileMedia; left: number; width: number; height: number; index: number }
/** One line of the wall: the head of a day, or a row of tiles. */
export type WallLine =
  | { kind: 'day'; day: string; media: TileMedia[]; size: number }
  | { kind: 'row'; tiles: WallTile[]; size: number }

export type WallMeasures = {
  width: number
  /** The height that rows come close to. */
  height: number
  gap: number
  /** Below each picture, for its caption. */
  caption: number
  rowGap: number
  dayHead: number
  firstDayHead: number
}

/** The reader's own calendar day, as 2026-11-17. */
function dayKey(time: string): string {
  const at = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Days, newest first, each as rows that fill the width, of nearly one height. Nothing is cropped. */
export function layOutWall(media: TileMedia[], measures: WallMeasures): WallLine[] {
  const byDay = Map.groupBy(media, ({ createdAt }) => dayKey(createdAt))
  let index = 0
  return [...byDay].flatMap(([day, inDay]): WallLine[] => {
    const rows = layOutRows(inDay, measures, index)
    index += inDay.length
    // Above the first day there is space already.
    const size = index === inDay.length ? measures.firstDayHead : measures.dayHead
    return [{ kind: 'day', day, media: inDay, size }, ...rows]
  })
}

/** A row ends before or after the tile that makes it full: where its height is nearer to the wanted one. */
function layOutRows(media: TileMedia[], measures: WallMeasures, from: number): WallLine[] {
  const lines: WallLine[] = []
  let row: TileMedia[] = []
  let first = from
  const close = (height: number) => {
    lines.push(placeRow(row, height, measures, first))
    first += row.length
    row = []
  }
  const awayOf = (height: number) => Math.abs(height - measures.height)
  for (const one of media) {
    const before = fullHeight(row, measures)
    if (row.length > 0 && awayOf(before) < awayOf(fullHeight([...row, one], measures))) close(before)
    row.push(one)
    const height = fullHeight(row, measures)
    if (height <= measures.height) close(height)
  }
  // The last row of a day may be short, but is never larger than the others.
  if (row.length > 0) close(measures.height)
  return lines
}

/** How high a row is when it fills the width. */
function fullHeight(row: TileMedia[], { width, gap }: WallMeasures): number {
  const aspects = row.reduce((sum, one) => sum + aspectOf(one), 0)
  return (width - (row.length - 1) * gap) / aspects
}

function placeRow(row: TileMedia[], height: number, measures: WallMeasures, first: number): WallLine {
  let left = 0
  const tiles = row.map((medium, at) => {
    const width = Math.min(aspectOf(medium) * height, measures.width)
    const tile = { medium, left, width, height, index: first + at }
    left += width + measures.gap
    return tile
  })
  return { kind: 'row', size: height + measures.caption + measures.rowGap, tiles }
}

const middleOf = ({ left, width }: WallTile): number => left + width / 2

/** The tile above or below: the one whose middle is nearest. Undefined at the edge of the wall. */
export function tileBeside(lines: WallLine[], index: number, step: -1 | 1): number | undefined {
  const rows = lines.filter((line) => line.kind === 'row')
  const at = rows.findIndex(({ tiles }) => tiles.some((tile) => tile.index === index))
  const here = rows[at]?.tiles.find((tile) => tile.index === index)
  if (!here) return undefined
  const away = (tile: WallTile) => Math.abs(middleOf(tile) - middleOf(here))
  return rows[at + step]?.tiles.toSorted((a, b) => away(a) - away(b))[0]?.index
}
