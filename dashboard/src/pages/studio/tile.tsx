import type { Tier } from '@atelier/contract'
import { memo } from 'react'
import { credits } from '../../format/numbers.ts'
import { duration, stopwatch } from '../../format/time.ts'
import { Glyph, statusTones } from '../../parts/glyph.tsx'
import { join } from '../../parts/join-classes.ts'
import { TierBadge } from '../../parts/tier-mark.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage, type Words } from '../../words/index.ts'
import { windowSeconds } from './shape.ts'
import type { TileMedia } from './tile-media.ts'

/** From this share of the window on, the age stands beside the window. */
const LATE = 0.8

type TileProps = {
  medium: TileMedia
  left: number
  top: number
  width: number
  height: number
  name: string
  /** Its place among the files of one job: "1 of 4". */
  place: string | undefined
  tier: Tier | undefined
  isTabStop: boolean
  /** Undefined: a press opens it. Otherwise whether it is chosen, and a press changes that. */
  isChosen: boolean | undefined
  index: number
}

/**
 * One result or job. It has its final shape from the first frame. A wall has many and changes every second,
 * so a tile is drawn again only when it changed itself, and the wall takes the presses of all.
 */
export const Tile = memo(function Tile({ medium, left, top, width, height, name, ...rest }: TileProps) {
  const { place, tier, index, isTabStop, isChosen } = rest
  const { status } = medium
  const isRemoved = status === 'completed' && medium.thumbnailUrl === null
  return (
    <li
      className={join(
        'tile',
        isRemoved ? 'removed' : status !== 'completed' && status,
        isChosen && 'selected',
      )}
      style={{ left, top, width }}
    >
      <figure>
        <a
          href={`/studio/${medium.id}`}
          className="frame"
          style={{ height }}
          tabIndex={isTabStop ? 0 : -1}
          data-index={index}
          {...(isChosen !== undefined && { role: 'button', 'aria-pressed': isChosen })}
        >
          {status === 'completed' && medium.thumbnailUrl ? (
            <Shown medium={medium} place={place} tier={tier} />
          ) : (
            <Unfinished medium={medium} />
          )}
        </a>
        <figcaption>
          <b>{name}</b>
          <span className="tabular-nums">{medium.parentId ? '–' : credits(priceOf(medium))}</span>
        </figcaption>
      </figure>
    </li>
  )
})

type Price = Pick<TileMedia, 'creditsCost' | 'creditsRefunded'>

/** What a job costs in the end. */
export const priceOf = ({ creditsCost, creditsRefunded }: Price): number => creditsCost - creditsRefunded

function Shown({ medium, place, tier }: Pick<TileProps, 'medium' | 'place' | 'tier'>) {
  const isVideo = medium.mediaType === 'VIDEO'
  return (
    <>
      <img src={medium.thumbnailUrl ?? ''} alt={medium.prompt} loading="lazy" decoding="async" />
      {tier && (
        <span className="top-left">
          <TierBadge tier={tier} />
        </span>
      )}
      {(isVideo || place) && (
        <span className="top-right">
          <span className="badge tabular-nums">
            {isVideo && <Glyph name="play" size={10} />}
            {isVideo && stopwatch(medium.durationSeconds)}
            {!isVideo && place}
          </span>
        </span>
      )}
    </>
  )
}

function Unfinished({ medium }: Pick<TileProps, 'medium'>) {
  const { words, language } = useLanguage()
  const now = useNow(medium.waiting ? 1_000 : 30_000)
  const age = Math.max(0, (now.getTime() - new Date(medium.createdAt).getTime()) / 1_000)
  const [title, text] = describe(medium, age, words, (seconds) => duration(seconds, language))
  return (
    <>
      <span className="state">
        <span className={`t-${medium.status === 'completed' ? 'wait' : statusTones[medium.status]} mb-auto`}>
          <Glyph name={medium.status === 'completed' ? 'unproven' : medium.status} size={18} />
        </span>
        <span className="words">
          <b>{title}</b>
          {text}
        </span>
      </span>
      {medium.status === 'processing' && medium.progress !== null && (
        <span className="progress" style={{ transform: `scaleX(${medium.progress / 100})` }} />
      )}
    </>
  )
}

type Age = (seconds: number) => string

/** A state as a title and a line below it. Never an invented percent. */
export function describe(medium: TileMedia, age: number, words: Words, spell: Age): [string, string] {
  const { studio } = words
  const window = windowSeconds(medium)
  // A narrow tile breaks between words, not between a number and its unit.
  const write = (seconds: number) => spell(seconds).replaceAll(' ', '\u00a0')
  const refund =
    medium.creditsRefunded > 0 ? studio.refunded(credits(medium.creditsRefunded)) : studio.notCharged
  if (medium.status === 'queued') return [studio.states.queued, studio.canCancel(write(age))]
  if (medium.status === 'processing') {
    const title = medium.progress === null ? studio.rendering : `${medium.progress}%`
    return [
      title,
      age >= window * LATE ? studio.window(write(age), write(window)) : studio.started(write(age)),
    ]
  }
  if (medium.status === 'stalled') return [studio.noResultIn(write(window)), refund]
  if (medium.status === 'failed')
    return [medium.errorCode ? studio.failures[medium.errorCode] : studio.states.failed, refund]
  return [studio.removed, studio.removedHelp]
}
