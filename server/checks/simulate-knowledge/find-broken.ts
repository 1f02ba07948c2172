import type { Ranked } from './rank-ads.ts'
import { AROUND, HOUSE, type Weighed } from './weigh-claims.ts'

/** A figure that must stay between two numbers; its standard error is what chance may add to it. */
type Limit = { figure: string; value: number; error: number; least: number; most: number }

/** What a small run may be off by chance, in standard errors; the whole run is held to the letter. */
const SLACK = 3

/** The figures that are beyond their limits, each in one sentence. */
export function findBroken(
  { ranking, covered }: Ranked,
  weighed: Record<string, Weighed>,
  draws: number,
  small: boolean,
): string[] {
  const { lift, belowUsual } = ranking['lower bound']
  const shares = weighed[HOUSE]?.shares
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
  return limits
    .filter(({ value, error, least, most }) => {
      const slack = small ? SLACK * error : 0
      return !(value >= least - slack && value <= most + slack)
    })
    .map(
      ({ figure, value, least, most }) =>
        `BROKEN: ${figure}: ${value.toFixed(4)} is not in ${least} to ${most}`,
    )
}

const of = ({ mean, error }: { mean: number; error: number }) => ({ value: mean, error })
