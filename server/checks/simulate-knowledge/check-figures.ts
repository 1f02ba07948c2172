import type { Check } from '../../harness/report/index.ts'
import type { Ranked } from './rank-ads.ts'
import { AROUND, SERVICE, type Weighed } from './weigh-claims.ts'

/** A figure that must stay between two numbers; its standard error is what randomness may add to it. */
type Limit = { figure: string; value: number; error: number; least: number; most: number }

/** What a small run may be off at random, in standard errors; the full run has no slack. */
const SLACK = 3

/** One check for each figure. */
export function checkFigures(
  { ranking, covered }: Ranked,
  weighed: Record<string, Weighed>,
  draws: number,
  small: boolean,
): Check[] {
  const { lift, belowUsual } = ranking['lower bound']
  const shares = weighed[SERVICE]?.shares
  const atTwenty = (key: keyof Weighed['shares']) => {
    const value = shares?.[key][AROUND.indexOf(20)] ?? Number.NaN
    return { value, error: Math.sqrt((value * (1 - value)) / draws) }
  }
  const limits: Limit[] = [
    { ...of(lift), figure: 'true lift of the first by lower bound', least: 2.2, most: Infinity },
    { ...of(belowUsual), figure: 'first by lower bound truly below baseline', least: 0, most: 0.005 },
    { ...of(covered), figure: 'coverage of the lower bound', least: 0.89, most: 0.94 },
    { ...atTwenty('double'), figure: 'claims of 2 times called overstated at 20', least: 0.85, most: 1 },
    { ...atTwenty('honest'), figure: 'honest claims called overstated at 20', least: 0, most: 0.03 },
  ]
  return limits.map(({ figure, value, error, least, most }) => {
    const slack = small ? SLACK * error : 0
    const isWithin = value >= least - slack && value <= most + slack
    const sentence = `${figure} is within ${least} and ${most}`
    return { sentence, failures: isWithin ? [] : [value.toFixed(4)] }
  })
}

const of = ({ mean, error }: { mean: number; error: number }) => ({ value: mean, error })
