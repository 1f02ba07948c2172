import type { Media, TimelineStep } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { timelineQuery } from '../../api/media.ts'
import { signedCredits } from '../../format/numbers.ts'
import { duration, exactDuration, exactTime } from '../../format/time.ts'
import type { Tone } from '../../parts/glyph.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage } from '../../words/index.ts'
import { windowSeconds } from '../studio/shape.ts'

const tones: Record<TimelineStep['step'], Tone> = {
  submitted: 'wait',
  sent: 'go',
  accepted: 'go',
  refused: 'bad',
  unanswered: 'warn',
  abandoned: 'wait',
  result_seen: 'go',
  completed: 'good',
  failed: 'bad',
  stalled: 'warn',
  refunded: 'good',
  file_removed: 'wait',
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, (new Date(to).getTime() - new Date(from).getTime()) / 1_000)

/** One bar of its seconds by state, and the steps as a list: what is recorded, and no more. */
export function Happened({ medium }: { medium: Media }) {
  const { words, language } = useLanguage()
  const { picture } = words
  // A further file has no steps of its own: its job has them.
  const job = { ...medium, id: medium.parentId ?? medium.id }
  const steps = useQuery(timelineQuery(useMode(), job)).data ?? []
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return null
  const whole = secondsBetween(first.at, last.at)
  const window = duration(windowSeconds(medium), language)
  return (
    <section className="card c12">
      <div className="card-head">
        <h2>{picture.happened}</h2>
        <p className="tabular-nums">{picture.ofWindow(exactDuration(whole, language), window)}</p>
      </div>
      <div className="px-4 pt-4 pb-5 phone:px-5">
        <div className="timeline-bar" aria-hidden="true">
          {steps.slice(1).map((step, at) => (
            <i
              key={`${step.step}-${step.at}`}
              className={`bg-current t-${tones[step.step]}`}
              style={{ flexGrow: 1 + 100 * secondsBetween(steps[at]?.at ?? step.at, step.at) }}
            />
          ))}
        </div>
        <ol className="steps tabular-nums">
          {steps.map((step, at) => (
            <li key={`${step.step}-${step.at}`} className={`t-${tones[step.step]}`}>
              <div className="at" title={exactTime(new Date(step.at), language)}>
                {at === 0
                  ? exactTime(new Date(step.at), language)
                  : `+${exactDuration(secondsBetween(first.at, step.at), language)}`}
              </div>
              <div className="font-medium text-ink">{picture.steps[step.step]}</div>
              <div className="text-xs text-ink3">
                {step.credits !== null && picture.amount(signedCredits(step.credits))}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
