import type { Words } from './catalogue.ts'

export const earnings: Words['earnings'] = {
  title: '盈利与真实增量',
  help: '以上报为准；不计入任何估计或等级',
  profit: '利润',
  profitOf: (margin, spend) => `毛利 ${margin} 减去花费 ${spend}`,
  poas: '毛利与花费之比',
  breakEven: '开始盈利的 ROAS',
  frequency: '七天内每人看到的次数',
  until: (day) => `截至 ${day}`,
  lift: '增量测试',
  liftOf: (lift, low, high) => `转化 ${lift}（${low} 至 ${high}）`,
  tooFew: '某一组的转化少于 5 次',
  days: (first, last) => `${first} 至 ${last}`,
  incremental: '由广告带来的转化',
  incrementalCost: (amount) => `每次 ${amount}`,
}
