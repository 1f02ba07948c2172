import { thresholdsByDefault } from '@atelier/contract'
import {
  type Ad,
  computeBaseline,
  findPatterns,
  noOrderValues,
  type Random,
  seededRandom,
} from '#learning/statistics'
import { drawPoisson, drawRevenue } from './draw-counts.ts'
import { type Summary, summary } from './summary.ts'

/** Accounts whose truth is known: what one entry point does, and by how much ads differ by themselves. */
type EffectWorld = {
  name: string
  effect: number
  adNoise: number
  medianSpend: number
  /** Whether the effect must be found. */
  isBar: boolean
}

export type Effects = {
  world: EffectWorld
  accounts: number
  /** How many patterns of an account have enough data to be compared. */
  comparisons: Summary
  /** The share of accounts with a winner that does not contain the effect. */
  false: Summary
  /** The share of accounts with a winner that contains it. */
  found: Summary
}

const usual = { effect: 1, adNoise: 0.25, medianSpend: 1_200, isBar: false }

export const effectWorlds: EffectWorld[] = [
  { ...usual, name: 'no effect' },
  { ...usual, name: 'no effect, ads differ only by chance', adNoise: 0 },
  { ...usual, name: 'no effect, ads differ much (0.5)', adNoise: 0.5 },
  { ...usual, name: 'no effect, a tenth of the spend', medianSpend: 120 },
  { ...usual, name: 'one entry point has 1.5 times', effect: 1.5, isBar: true },
  { ...usual, name: 'the same, half of the spend', effect: 1.5, medianSpend: 600 },
]

const ADS = 40
/** The first of these has the effect, and a quarter of the ads. */
const CEPS = ['cep_0', 'cep_1', 'cep_2', 'cep_3']
const CHARACTERS = [null, 'chr_0', 'chr_1']
const ORIENTATIONS = ['portrait', 'square', 'landscape'] as const
const HOOKS = ['why', 'how', 'look', 'before', 'now', 'never']
const CAMPAIGNS = ['spring', 'summer', 'autumn', 'winter']

const SPEND_SPREAD = 1.3
const LAMBDA = 0.04
const ORDER_VALUE = 50
const ORDER_SPREAD = 0.8
const CTR = 0.012
const IMPRESSIONS_FOR_MONEY = 100
const DAYS = 14

export function findEffects(seed: string, world: EffectWorld, accounts: number): Effects {
  const random = seededRandom(`${seed} effects ${world.name}`)
  const judged = Array.from({ length: accounts }, () => {
    const ads = Array.from({ length: ADS }, (_, no) => inventAd(random, world, no))
    const group = { ads, baseline: computeBaseline(ads, 'roas') }
    const [patterns = []] = findPatterns([group], thresholdsByDefault)
    const winners = patterns.filter(({ standing }) => standing.tier === 'winner')
    const isTrue = ({ ingredients }: (typeof winners)[number]) =>
      world.effect !== 1 && ingredients.cepId === CEPS[0]
    return {
      comparisons: patterns.find(({ proof }) => proof)?.proof?.comparisons ?? 0,
      false: winners.some((one) => !isTrue(one)) ? 1 : 0,
      found: winners.some(isTrue) ? 1 : 0,
    }
  })
  const over = (figure: 'comparisons' | 'false' | 'found') => summary(judged.map((one) => one[figure]))
  return { world, accounts, comparisons: over('comparisons'), false: over('false'), found: over('found') }
}

function inventAd(random: Random, { effect, adNoise, medianSpend }: EffectWorld, no: number): Ad {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(list.length * random.uniform())] as T
  const cepId = CEPS[no % CEPS.length] as string
  const spend = medianSpend * Math.exp(SPEND_SPREAD * random.normal())
  const factor = Math.exp(adNoise * random.normal()) * (cepId === CEPS[0] ? effect : 1)
  const impressions = Math.round(spend * IMPRESSIONS_FOR_MONEY)
  const conversions = drawPoisson(random, spend * LAMBDA * factor)
  const characterId = pick(CHARACTERS)
  const plain = {
    spend,
    impressions,
    clicks: Math.round(impressions * CTR),
    conversions,
    revenue: drawRevenue(random, conversions, ORDER_VALUE, ORDER_SPREAD),
  }
  return {
    id: `his_${no}`,
    campaign: pick(CAMPAIGNS),
    ingredients: {
      cepId,
      angle: null,
      characterId,
      noCharacter: characterId === null ? true : null,
      mediaType: pick(['IMAGE', 'VIDEO'] as const),
      orientation: pick(ORIENTATIONS),
      hook: pick(HOOKS),
    },
    metric: 'roas',
    plain,
    weighted: plain,
    orders: noOrderValues,
    days: DAYS,
    ran: [[0, DAYS]],
    lastRowAge: 1,
    isFatigued: false,
    isDeclining: false,
    evidence: 'observed',
    driftScore: null,
  }
}
