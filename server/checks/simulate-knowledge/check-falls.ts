import type { Check } from '../../harness/report/index.ts'
import type { Foreseen } from './forecast-falls.ts'

/** Rows on time, and 1 to 3 days late. */
const JUDGED_WORLDS = ['a cell wears by 5% with every ad', 'rows arrive 1 to 3 days late']
const FORESEEN_LEAST = 0.7
const FALSE_ALARMS_MOST = 0.2
/** What a small run may be off at random, in standard errors; the full run has no slack. */
const SLACK = 3

export function checkFalls(falls: Foreseen[], small: boolean): Check[] {
  return falls
    .filter(({ world }) => JUDGED_WORLDS.includes(world))
    .flatMap(({ world, fell, foreseen, listed, falseAlarms }) => {
      const slackOf = (share: number, of: number) =>
        small ? SLACK * Math.sqrt((share * (1 - share)) / of) : 0
      const found = foreseen / fell
      const wrong = falseAlarms / listed
      return [
        {
          sentence: `${world}: of ads that fall at least ${100 * FORESEEN_LEAST}% were listed 3 days before`,
          failures: found >= FORESEEN_LEAST - slackOf(FORESEEN_LEAST, fell) ? [] : [found.toFixed(3)],
        },
        {
          sentence: `${world}: of listed ads at most ${100 * FALSE_ALARMS_MOST}% hold for 10 days`,
          failures: wrong <= FALSE_ALARMS_MOST + slackOf(FALSE_ALARMS_MOST, listed) ? [] : [wrong.toFixed(3)],
        },
      ]
    })
}
