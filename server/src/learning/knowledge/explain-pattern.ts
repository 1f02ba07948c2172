import type { FoundPattern } from '#learning/statistics'

/** The field `why` of a pattern, in one sentence: tier, sample and age. */
export function explainPattern(found: FoundPattern, currency: string | null): string {
  const { standing, sample, evidence, lastRowAge } = found
  const tier = standing.tier.charAt(0).toUpperCase() + standing.tier.slice(1)
  const ads = `${count(sample.ads, 'ad')} in ${count(sample.campaigns, 'campaign')}`
  const age = `${count(lastRowAge, 'day')} old`
  if (evidence === 'claimed') return `${tier}: only claims about ${ads}, the newest ${age}.`
  const results = `${count(sample.conversions, 'conversion')} for ${round(sample.spend)} ${currency}`
  return `${tier}: ${ads} with ${results} on ${count(sample.days, 'day')} of ads, the last row ${age}.`
}

const count = (number: number, word: string): string => {
  const shown = round(number)
  return `${shown} ${word}${shown === '1' ? '' : 's'}`
}

const round = (number: number): string => String(Math.round(number * 10) / 10)
