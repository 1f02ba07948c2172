import { type FoundPattern, proofRule, WINNER_FROM } from '#learning/statistics'

/** Why a result that would win is only promising. */
export const BELOW_TARGET = 'better than usual, below target'

/** The field `why` of a pattern: tier, sample, age, what the comparisons say, and the target. */
export function explainPattern(found: FoundPattern, currency: string | null): string {
  const { standing, sample, evidence, lastRowAge } = found
  const tier = standing.tier.charAt(0).toUpperCase() + standing.tier.slice(1)
  const ads = `${count(sample.ads, 'ad')} in ${count(sample.campaigns, 'campaign')}`
  const ago = `${count(lastRowAge, 'day')} ago`
  if (evidence === 'claimed')
    return `${tier}: only claims about ${ads}, the newest ${lastRowAge === 0 ? 'up to 1 day old' : ago}.`
  const results = `${count(sample.conversions, 'conversion')} for ${Math.round(sample.spend)} ${currency}`
  const reasons = [explainComparisons(found), standing.belowTarget && BELOW_TARGET].filter(Boolean)
  const age = lastRowAge === 0 ? 'up to date' : `last reported ${ago}`
  return (
    `${tier}: ${ads} with ${results} on ${count(sample.days, 'day')}, ` + `${[age, ...reasons].join('; ')}.`
  )
}

/** Why a pattern that is likely better is no winner, or why a winner is one. */
function explainComparisons({ standing: { eligible, probabilityBetter }, proof }: FoundPattern): string {
  if (!proof || !eligible || (probabilityBetter ?? 0) < WINNER_FROM) return ''
  const all = count(proof.comparisons, 'comparison')
  return proof.chance > proofRule.level
    ? `likely better, but among ${all} one may look this good by chance`
    : `it stands out of ${all}`
}

const count = (number: number, word: string): string => {
  const shown = round(number)
  return `${shown} ${word}${shown === '1' ? '' : 's'}`
}

const round = (number: number): string => String(Math.round(number * 10) / 10)
