import type { Media } from '@atelier/contract'
import { Link } from '@tanstack/react-router'
import { scaleTime } from 'd3-scale'
import { useRef } from 'react'
import { clockTime, when } from '../../format/time.ts'
import { Glyph, statusTones } from '../../parts/glyph.tsx'
import { join } from '../../parts/join-classes.ts'
import { useWidth } from '../../parts/use-width.ts'
import { useMedia } from '../../shell/use-media.ts'
import { useLanguage } from '../../words/index.ts'
import { aspectOf } from '../studio/shape.ts'
import { type LaneEvent, rowEvents, stackEvents } from './stack-events.ts'

export type Span = { since: Date; now: Date }

const TICKS = 7

const ticksOf = ({ since, now }: Span) => {
  const scale = scaleTime().domain([since, now]).range([0, 100])
  // The word "now" stands at the end, so no hour is written right before it.
  return scale
    .ticks(TICKS)
    .map((at) => ({ at, left: scale(at) }))
    .filter(({ left }) => left < 91)
}

/** The hours above all lanes. */
export function Axis({ span, left, right }: { span: Span; left: string; right: string }) {
  const { words, language } = useLanguage()
  return (
    <div className="axis tabular-nums" aria-hidden="true">
      <span>{left}</span>
      <div className="track">
        {ticksOf(span).map((tick) => (
          <span key={tick.left} style={{ left: `${tick.left}%` }}>
            {clockTime(tick.at, language)}
          </span>
        ))}
        <span className="now-label">{words.home.now}</span>
      </div>
      <span>{right}</span>
    </div>
  )
}

/** Results at their hour, in their true shape. Open jobs stand at the now line. */
export function Track({ media, span, keyId }: { media: Media[]; span: Span; keyId: string }) {
  const holder = useRef<HTMLDivElement>(null)
  const width = useWidth(holder)
  const isPhone = useMedia('(max-width: 759px)')
  const events = isPhone ? rowEvents(media) : width > 0 ? stackEvents(media, span, width) : []
  return (
    <div className="track" ref={holder} data-empty={media.length === 0}>
      {ticksOf(span).map(({ left }) => (
        <span key={left} className="tick" style={{ left: `${left}%` }} />
      ))}
      {events.map((event) => (
        <Event key={event.medium.id} event={event} now={span.now} keyId={keyId} />
      ))}
      <span className="now" />
    </div>
  )
}

/** A stack opens what its key made, in the Studio. */
function Event({ event, now, keyId }: { event: LaneEvent; now: Date; keyId: string }) {
  const { words, language } = useLanguage()
  const { medium, count, left } = event
  const { status } = medium
  const isBack = status === 'failed' || status === 'stalled'
  const shape = isBack ? {} : { aspectRatio: String(aspectOf(medium)) }
  const what = count > 1 ? words.home.stack(count) : words.studio.states[status]
  const label = words.home.event(what, when(new Date(medium.createdAt), now, language))
  // What is written on it belongs to its name.
  const { progress } = medium
  const percent = status === 'queued' || progress === null ? null : `${progress}%`
  const shown = count > 1 ? String(count) : medium.waiting ? percent : null
  return (
    <Link
      {...(count > 1
        ? ({ to: '/studio', search: { key: keyId } } as const)
        : ({ to: '/studio/$id', params: { id: medium.id } } as const))}
      className={join(
        'ev',
        count > 1 && status === 'completed' && 'stack',
        isBack && `back t-${statusTones[status]}`,
        medium.waiting && 'open',
        status === 'queued' && 'queued',
      )}
      style={{ left, ...shape }}
      aria-label={shown === null ? label : `${shown}, ${label}`}
      title={label}
    >
      {isBack && <Glyph name={status} />}
      {status === 'completed' && <img src={medium.thumbnailUrl ?? ''} alt="" loading="lazy" />}
      {medium.waiting &&
        (count > 1 ? count : status === 'queued' ? <Glyph name="queued" /> : progressOf(medium))}
      {count > 1 && !medium.waiting && <span className="many">{count}</span>}
    </Link>
  )
}

const progressOf = ({ progress }: Media) => (progress === null ? <Glyph name="processing" /> : `${progress}%`)
