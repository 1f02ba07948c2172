import type { Media } from '@atelier/contract'
import { duration } from '../../format/time.ts'
import { Glyph, statusTones } from '../../parts/glyph.tsx'
import { join } from '../../parts/join-classes.ts'
import { useLanguage } from '../../words/index.ts'
import { aspectOf } from '../studio/shape.ts'
import { describe } from '../studio/tile.tsx'

/** The file as large as it fits, or the state of its job in the same shape. */
export function Stage({ medium, now }: { medium: Media; now: Date }) {
  const shape = { aspectRatio: String(aspectOf(medium)) }
  if (medium.status !== 'completed' || !medium.videoUrl)
    return <Unfinished medium={medium} now={now} shape={shape} />
  return (
    <div className="stage">
      {medium.mediaType === 'VIDEO' ? (
        // biome-ignore lint/a11y/useMediaCaption: what the generators make has no speech of its own.
        <video
          src={medium.videoUrl}
          poster={medium.thumbnailUrl ?? undefined}
          controls
          playsInline
          style={shape}
          aria-label={medium.prompt}
        />
      ) : (
        <img src={medium.videoUrl} alt={medium.prompt} style={shape} />
      )}
    </div>
  )
}

type UnfinishedProps = { medium: Media; now: Date; shape: { aspectRatio: string } }

function Unfinished({ medium, now, shape }: UnfinishedProps) {
  const { words, language } = useLanguage()
  const age = (now.getTime() - new Date(medium.createdAt).getTime()) / 1_000
  const [title, text] = describe(medium, age, words, (seconds) => duration(seconds, language))
  return (
    <div className="stage">
      <div
        className={join('stage-state', medium.status, `t-${statusTones[medium.status]}`)}
        style={shape}
        role="status"
      >
        <Glyph name={medium.status} size={28} />
        <strong className="text-l text-ink">{title}</strong>
        <span className="text-s text-ink2">{text}</span>
      </div>
    </div>
  )
}
