import type { Media, Tier } from '@atelier/contract'
import { useNavigate } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { daysBetween, weekday } from '../../format/time.ts'
import { useNow } from '../../parts/use-now.ts'
import { useWidth } from '../../parts/use-width.ts'
import { areLettersOn } from '../../shell/shortcuts.ts'
import { useMedia } from '../../shell/use-media.ts'
import { useLanguage, type Words } from '../../words/index.ts'
import { layOutWall, tileBeside, type WallLine, type WallMeasures } from './lay-out-wall.ts'
import { type Place, placesInJobs } from './places-in-jobs.ts'
import { priceOf, Tile } from './tile.tsx'
import type { TileMedia } from './tile-media.ts'
import type { Choice } from './use-choice.ts'
import { useTilePresses } from './use-tile-presses.ts'

const deskMeasures = { height: 218, gap: 12, caption: 22, rowGap: 16, dayHead: 60, firstDayHead: 36 }
const phoneMeasures = { height: 130, gap: 6, caption: 0, rowGap: 6, dayHead: 72, firstDayHead: 56 }
const OVERSCAN = 3
/** So many lines before the end, the next page is read. */
const READ_AHEAD = 6

type WallProps = {
  media: TileMedia[]
  names: ReadonlyMap<string, string>
  /** Of results that ran as ads, by id. */
  tiers?: ReadonlyMap<string, Tier>
  /** Results that are chosen for a comparison, where that can be done. */
  choice?: Choice
  onEnd(): void
}

/** A list with one tab stop and arrow keys. Only the rows near the window exist in the page. */
export function Wall({ media, names, tiers, choice, onEnd }: WallProps) {
  const { words } = useLanguage()
  const holder = useRef<HTMLUListElement>(null)
  const measures = useMeasures(holder)
  const lines = useMemo(() => (measures ? layOutWall(media, measures) : []), [media, measures])
  const places = useMemo(() => placesInJobs(media), [media])
  const presses = useTilePresses(media, choice)
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => lines[index]?.size ?? 0,
    overscan: OVERSCAN,
    scrollMargin: holder.current?.offsetTop ?? 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines have new sizes.
  useEffect(() => rows.measure(), [lines, rows])
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (lines.length > 0 && last >= lines.length - READ_AHEAD) onEnd()
  }, [last, lines.length, onEnd])
  const [tabStop, onArrow] = useArrows(holder, lines, (index) => rows.scrollToIndex(index))
  const onKeyDown = (event: KeyboardEvent) => {
    const id = media[Number((event.target as HTMLElement).dataset.index)]?.id
    if (!choice || !chooseByKey(event, choice, id)) onArrow(event)
  }
  return (
    <ul
      ref={holder}
      className="relative"
      style={{ height: rows.getTotalSize() }}
      aria-label={words.studio.wall}
      onKeyDown={onKeyDown}
      {...presses}
    >
      {items.map(({ index, start }) => {
        const line = lines[index]
        if (!line) return null
        const top = start - rows.options.scrollMargin
        return line.kind === 'day' ? (
          <DayHead key={line.day} line={line} top={top} />
        ) : (
          line.tiles.map((tile) => (
            <Tile
              key={tile.medium.id}
              {...tile}
              top={top}
              name={names.get(tile.medium.productId ?? '') ?? words.picture.kind[tile.medium.mediaType]}
              place={placeText(places.get(tile.medium.id), words)}
              tier={tiers?.get(tile.medium.id)}
              isTabStop={tile.index === tabStop}
              isChosen={choice?.isOn ? choice.ids.includes(tile.medium.id) : undefined}
            />
          ))
        )
      })}
    </ul>
  )
}

const placeText = (place: Place | undefined, { studio }: Words): string | undefined =>
  place && studio.placeInJob(place.at, place.of)

/** X chooses, Space does while others are chosen, Escape ends it. True: the key is used up. */
function chooseByKey(event: KeyboardEvent, choice: Choice, id: string | undefined): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return false
  if (choice.isOn && key === 'Escape') {
    choice.stop()
    return true
  }
  const isChosen = (key.toLowerCase() === 'x' && areLettersOn()) || (choice.isOn && key === ' ')
  if (!isChosen || id === undefined) return false
  event.preventDefault()
  choice.toggle(id)
  return true
}

/** The width of the wall in real pixels; undefined before it is known. */
function useMeasures(holder: RefObject<HTMLElement | null>): WallMeasures | undefined {
  const isPhone = useMedia('(max-width: 759px)')
  const width = useWidth(holder)
  return useMemo(
    () => (width > 0 ? { width, ...(isPhone ? phoneMeasures : deskMeasures) } : undefined),
    [width, isPhone],
  )
}

/** Arrows move between tiles, wherever they are; Enter opens, as with any link. */
function useArrows(
  holder: RefObject<HTMLElement | null>,
  lines: WallLine[],
  scrollTo: (line: number) => void,
): [number, (event: KeyboardEvent) => void] {
  const [tabStop, setTabStop] = useState(0)
  const navigate = useNavigate()
  const focus = (index: number) => {
    const line = lines.findIndex(
      (one) => one.kind === 'row' && one.tiles.some((tile) => tile.index === index),
    )
    if (line < 0) return
    setTabStop(index)
    scrollTo(line)
    requestAnimationFrame(() =>
      holder.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = Number((event.target as HTMLElement).dataset.index)
    if (Number.isNaN(at)) return
    if (event.key === 'Escape') navigate({ to: '/' })
    const next = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: tileBeside(lines, at, -1),
      ArrowDown: tileBeside(lines, at, 1),
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    focus(next)
  }
  return [tabStop, onKeyDown]
}

type DayHeadProps = { line: Extract<WallLine, { kind: 'day' }>; top: number }

/** A day says what it brought and what it cost. */
function DayHead({ line, top }: DayHeadProps) {
  const { words, language } = useLanguage()
  const now = useNow()
  const day = new Date(line.media[0]?.createdAt ?? now)
  const days = daysBetween(day, now)
  const name =
    days === 0 ? words.studio.today : days === 1 ? words.studio.yesterday : weekday(day, now, language)
  const count = (statuses: Media['status'][]) =>
    line.media.filter(({ status }) => statuses.includes(status)).length
  const spent = line.media.filter(({ parentId }) => !parentId).reduce((sum, one) => sum + priceOf(one), 0)
  const summary = [
    words.studio.daySummary(
      count(['completed']),
      count(['queued', 'processing']),
      count(['failed', 'stalled']),
    ),
    line.media[0]?.test ? words.testCredits(spent) : words.credits(spent),
  ]
  return (
    <li
      className="day-head absolute inset-x-0 tabular-nums"
      style={{ top, height: line.size, paddingBottom: 12 }}
    >
      <h2>{name}</h2>
      <p>{summary.filter(Boolean).join(' · ')}</p>
    </li>
  )
}
