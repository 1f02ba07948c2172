import { type Profit, roundRatio, roundSum } from '@atelier/contract'
import type { ProfitSums } from './stored-sums.ts'

/** The sums of the rows that have a margin, of one ad or of several; undefined when none has. */
export function presentProfit(ads: ProfitSums[]): Profit | undefined {
  if (ads.length === 0) return undefined
  const [spend, revenue, margin] = ads.reduce(
    (total, one): ProfitSums => [total[0] + one[0], total[1] + one[1], total[2] + one[2]],
    [0, 0, 0],
  )
  return {
    margin: roundSum(margin),
    profit: roundSum(margin - spend),
    poas: roundRatio(spend > 0 ? margin / spend : null),
    breakEvenRoas: roundRatio(margin > 0 ? revenue / margin : null),
    revenue: roundSum(revenue),
    spend: roundSum(spend),
  }
}
