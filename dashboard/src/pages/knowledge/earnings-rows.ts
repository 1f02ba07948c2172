import type { HistoryRow } from '@atelier/contract'
import { amountIn, countOf, metricValue, signedPercent, UNKNOWN } from '../../format/results.ts'
import { type Language, utcDay } from '../../format/time.ts'
import type { Words } from '../../words/index.ts'

export type Earning = Pick<HistoryRow, 'profit' | 'frequency' | 'liftTest' | 'currency'>
type EarningRow = { id: string; name: string; value: string; note: string }

export const hasEarnings = ({ profit, frequency, liftTest }: Earning): boolean =>
  Boolean(profit ?? frequency ?? liftTest)

/** A line for each figure that was reported, in the order in which it is asked: earned, seen, caused. */
export function earningsRows(row: Earning, words: Words['earnings'], language: Language): EarningRow[] {
  return [
    ...profitRows(row, words),
    ...frequencyRows(row, words, language),
    ...liftRows(row, words, language),
  ]
}

function profitRows({ profit: sums, currency }: Earning, words: Words['earnings']): EarningRow[] {
  if (!sums) return []
  const { margin, profit, poas, breakEvenRoas, spend } = sums
  const note = words.profitOf(amountIn(margin, currency), amountIn(spend, currency))
  return [
    { id: 'profit', name: words.profit, value: amountIn(profit, currency), note },
    { id: 'poas', name: words.poas, value: metricValue('roas', poas), note: '' },
    { id: 'breakEven', name: words.breakEven, value: metricValue('roas', breakEvenRoas), note: '' },
  ]
}

function frequencyRows({ frequency }: Earning, words: Words['earnings'], language: Language): EarningRow[] {
  if (!frequency) return []
  const note = words.until(utcDay(frequency.lastDay, language))
  return [{ id: 'frequency', name: words.frequency, value: countOf(frequency.value), note }]
}

function liftRows({ liftTest, currency }: Earning, words: Words['earnings'], language: Language) {
  if (!liftTest) return []
  const { windowStart, windowEnd, liftPct, lowPct, highPct, incremental, incrementalCpa } = liftTest
  const isJudged = liftPct !== null && lowPct !== null && highPct !== null
  const value = isJudged
    ? words.liftOf(signedPercent(liftPct), signedPercent(lowPct), signedPercent(highPct))
    : UNKNOWN
  const days = words.days(utcDay(windowStart, language), utcDay(windowEnd, language))
  const cost = incrementalCpa === null ? '' : words.incrementalCost(amountIn(incrementalCpa, currency))
  return [
    { id: 'lift', name: words.lift, value, note: isJudged ? days : `${days}, ${words.tooFew}` },
    { id: 'incremental', name: words.incremental, value: countOf(incremental), note: cost },
  ]
}
