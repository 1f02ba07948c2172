import type { Cep, Metric, Pattern } from '@atelier/contract'
import type { FoundSeries } from '#learning/evidence'
import type { FoundNote } from '#learning/notes'
import { ratioOf } from '#learning/statistics'
import type { QuotedText } from './quoted-text.ts'

/** What an ad achieved, by its rows; without rows what was claimed. */
export function describeSeries(row: FoundSeries): QuotedText {
  const { campaign_name, platform_ad_id, media_id, hook, angle } = row
  const name = campaign_name
    ? ['Campaign ', { quoted: campaign_name }]
    : ['Ad ', { quoted: platform_ad_id ?? media_id ?? '' }]
  const more = hook ? [', hook ', { quoted: hook }] : angle ? [', angle ', { quoted: angle }] : []
  return [...name, ...more, `: ${resultOf(row)}`]
}

function resultOf(row: FoundSeries): string {
  const { metric, claim, currency } = row
  if (row.last_day === null) {
    return claim ? `${formatMetric(claim.metric, claim.value)} claimed, no rows` : 'no rows'
  }
  const value = metric && ratioOf(metric, row)
  const sample =
    metric === 'ctr' ? `${formatNumber(row.clicks)} clicks` : `${formatNumber(row.conversions)} conversions`
  const result = metric && value !== null ? formatMetric(metric, value) : 'no result'
  const money = currency && /^[A-Z]{3}$/.test(currency) ? ` ${currency}` : ''
  return `${result} from ${sample}, ${formatNumber(row.spend)}${money} spent, ${row.tier}`
}

type PatternParts = Pick<Pattern, 'title' | 'ingredients' | 'cepText' | 'characterName'>

type PatternFacts = PatternParts &
  Pick<Pattern, 'metric' | 'estimate' | 'baseline' | 'tier'> & {
    sample: Pick<Pattern['sample'], 'ads' | 'campaigns'>
  }

export function describePattern(pattern: PatternFacts): QuotedText {
  const { metric, estimate, baseline, tier, sample } = pattern
  const comparison = baseline === null ? '' : `, usually ${formatMetric(metric, baseline)}`
  const value = estimate === null ? `no ${metric.toUpperCase()} yet` : formatMetric(metric, estimate)
  const result = `${value}${comparison}, ${tier}`
  const ads = `${sample.ads} ads in ${sample.campaigns} campaigns`
  return ['Pattern of ', ...nameIngredients(pattern), `: ${result}, ${ads}`]
}

/**
 * What the ads share. Each text by others is quoted, and so shortened, by itself: in a short line the end of
 * a title would be lost, and with it what tells two patterns of one CEP apart.
 */
function nameIngredients({ title, ingredients, cepText, characterName }: PatternParts): QuotedText {
  const { cepId, angle, characterId, noCharacter, mediaType, orientation, hook } = ingredients
  const quoted = (word: string, text: string | null): QuotedText[] =>
    text === null ? [] : [[`${word} `, { quoted: text }]]
  const parts = [
    ...quoted('CEP', cepId && (cepText ?? cepId)),
    ...quoted('angle', angle),
    ...quoted('character', characterId && (characterName ?? characterId)),
    ...quoted('hook', hook),
    ...[noCharacter && 'no character', mediaType?.toLowerCase(), orientation].flatMap((word) =>
      word ? [[word]] : [],
    ),
  ]
  if (parts.length === 0) return [{ quoted: title }]
  return parts.flatMap((part, at) => (at === 0 ? part : [', ', ...part]))
}

/** How the results of a pattern are counted: what distinguishes it from one of the same ingredients. */
export function describeCounting({
  objective,
  currency,
  conversionType,
  attribution,
}: Pick<Pattern, 'objective' | 'currency' | 'conversionType' | 'attribution'>): QuotedText {
  if (objective === null) return ['only claimed']
  const parts = [objective, conversionType, attribution, currency].filter((part) => part !== null)
  return ['counted by ', { quoted: parts.join(', ') }]
}

export const describeCep = ({ cepText, angle }: Pick<Cep, 'cepText' | 'angle'>): QuotedText => [
  'CEP ',
  { quoted: cepText },
  ...(angle ? [', angle ', { quoted: angle }] : []),
]

export function describeNote({
  text,
  isByOwner,
  evidence,
}: Pick<FoundNote, 'text' | 'isByOwner' | 'evidence'>): QuotedText {
  const isAccepted = !isByOwner && evidence === 'owner_note'
  return [
    `Noted by ${isByOwner ? 'the owner' : 'an agent'}${isAccepted ? ', accepted' : ''}: `,
    { quoted: text },
  ]
}

/** More than three digits would suggest a precision that the number does not have. */
const formatMetric = (metric: Metric, value: number): string =>
  metric === 'ctr' ? `CTR ${formatNumber(100 * value)}%` : `${metric.toUpperCase()} ${formatNumber(value)}`

const formatNumber = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
