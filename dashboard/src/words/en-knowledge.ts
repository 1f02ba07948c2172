import type { CellState, Evidence, Fall, StepName, Thresholds, Tier, Verdict } from '@atelier/contract'
import { credits as n } from '../format/numbers.ts'

const plural = (count: number, one: string, many: string): string => `${n(count)} ${count === 1 ? one : many}`

const tiers: Record<Tier, string> = {
  winner: 'Winner',
  promising: 'Promising',
  unproven: 'Unproven',
  fatigued: 'Fatigued',
  loser: 'Loser',
}

const evidence: Record<Evidence, string> = {
  claimed: 'Claimed',
  observed: 'Observed',
  corroborated: 'Corroborated',
}

const verdicts: Record<Verdict, string> = {
  unverified: 'Unverified',
  not_comparable: 'Not comparable',
  stale: 'Stale',
  inconclusive: 'Inconclusive',
  overstated: 'Overstated',
  understated: 'Understated',
  confirmed: 'Confirmed',
}

const verdictHelp: Record<Verdict, string> = {
  unverified: 'no rows',
  not_comparable: 'counted in another way',
  stale: 'rows too old',
  inconclusive: 'too few conversions',
  overstated: 'less than claimed',
  understated: 'more than claimed',
  confirmed: 'as claimed',
}

const cells: Record<CellState, string> = {
  winning: 'winning',
  open: 'open',
  tired: 'tired',
  losing: 'losing',
  untested: 'untested',
}

const steps: Record<StepName, string> = {
  hook: 'Hook: three-second plays',
  hold: 'Hold: ThruPlays',
  click: 'Outbound clicks',
  landing: 'Landing page views',
  cart: 'Adds to cart',
  checkout: 'Checkouts',
  purchase: 'Conversions of checkouts',
  conversion: 'Conversions of landing page views',
}

export const knowledge = {
  title: 'Knowledge',
  views: 'Views',
  tabs: {
    overview: 'Overview',
    pictures: 'Pictures',
    patterns: 'Patterns',
    claims: 'Claims',
    plan: 'Plan',
    review: 'Review',
  },
  product: 'Product',
  allProducts: 'All',
  tiers,
  evidence,
  verdicts,
  verdictHelp,
  cells,
  counted: (given: { objective: string; currency: string; conversionType: string; attribution: string }) => {
    const [first = '', ...rest] = given.objective
    const attribution = given.attribution.replace(/^(\d+)d_(\w+)$/, '$1-day $2')
    const objective = `${first.toUpperCase()}${rest.join('')}`
    return `${objective} in ${given.currency}, ${given.conversionType}, ${attribution}`
  },
  usual: (counted: string, name: string, value: string, conversions: string) =>
    `${counted}. Usual ${name} ${value}, from ${conversions} conversions in 180 days.`,
  noBaseline: 'Too little to compare yet. Bounds appear at 20 conversions, for CTR at 100 clicks.',
  noRowsOfOne: 'No results yet. Agents report them, or import the platform’s CSV on the page Knowledge.',
  noRows: 'No results yet. Agents report them, or drop the platform’s CSV here.',
  table: 'Show as table',
  chart: 'Show as chart',
  seeAll: 'See all',
  import: 'Import',
  export: 'Export',
  importHelp: 'The platform’s CSV with a row for each day, or an export of this page. Repeating it is safe.',
  importing: (name: string) => `Reading ${name}`,
  imported: (imported: number, skipped: number) =>
    `${plural(imported, 'line', 'lines')} imported, ${n(skipped)} known already.`,
  works: 'What works',
  worksHelp: 'The cap is the 90% lower bound',
  share: 'What they share',
  score: 'Score',
  usualMark: (value: string) => `usual ${value}`,
  ads: (count: number) => plural(count, 'ad', 'ads'),
  conversions: (count: string) => (count === '1' ? '1 conversion' : `${count} conversions`),
  seen: (day: string) => `seen ${day}`,
  claimsOnly: 'claims only, no rows yet',
  noPatterns: 'No pattern yet. A pattern needs 3 ads in 2 campaigns.',
  withCharacter: (name: string) => `with ${name}`,
  withoutCharacter: 'without a character',
  hook: (text: string) => `hook “${text}”`,
  interval: (given: { title: string; tier: string; value: string; low: string; usual: string }) =>
    `${given.title}, ${given.tier}: ${given.value}, ` +
    `with 90% better than ${given.low}; usual is ${given.usual}.`,
  intervalPlain: (title: string, tier: string, value: string) =>
    `${title}, ${tier}: ${value}. It cannot be compared with the usual yet.`,
  estimate: 'Estimate',
  lowerBound: '90% lower bound',
  usualColumn: 'Usual',
  lift: 'Lift',
  chance: 'Chance of luck',
  chanceOf: (percent: string, comparisons: number) =>
    `${percent} in ${plural(comparisons, 'comparison', 'comparisons')}`,
  tier: 'Tier',
  evidenceColumn: 'Evidence',
  pictures: 'Results of each ad',
  picturesHelp: 'Best proven first',
  ad: 'Ad',
  spend: 'Spend',
  noName: 'No name',
  tired: 'Click rate by day',
  tiredHelp: 'Dotted: best seven days. Dashed: 80% of them, where tired begins.',
  tiredSentence: (last: string, best: string) =>
    `Click rate of the last seven days ${last}, of the best seven days ${best}.`,
  bestMark: (rate: string) => `best 7 days ${rate}`,
  tiredMark: (rate: string) => `tired below ${rate}`,
  dayColumn: 'Day',
  clickRate: 'Click rate',
  noDays: 'No days with rows.',
  funnel: 'From impression to conversion',
  step: 'Step',
  stepRate: 'Rate',
  stepCount: 'Count',
  steps,
  reachedOf: (reached: string, of: string) => `${reached} of ${of}`,
  leak: (step: string, times: string) => `Most is lost at “${step}”: ${times} of usual, by more than chance.`,
  leaksAt: (step: string) => `loses most at “${step}”`,
  divided: {
    title: 'Where and to whom',
    help: 'Each list divides the same total; in no estimate or tier',
    choose: 'Divided by',
    by: { placement: 'Placement', country: 'Country', age: 'Age', device: 'Device' },
    sums: { impressions: 'Impressions', clicks: 'Clicks', conversions: 'Conversions', revenue: 'Revenue' },
    all: (count: number) => `Show all ${n(count)}`,
    note: 'Plain figures of 180 days, without bounds or a verdict: of ten parts one looks good by chance.',
  },
  showDays: (name: string) => `Days of ${name}`,
  claims: 'Claimed vs observed',
  claimedMark: 'claimed',
  observedMark: 'observed',
  saidBy: (source: string) => `by ${source}`,
  verdict: 'Verdict',
  noClaims: 'No claim yet. Agents may say what an ad did; rows then show whether it is true.',
  claimSentence: (name: string, claimed: string, observed: string, verdict: string) =>
    `${name}: claimed ${claimed}, observed ${observed}: ${verdict}.`,
  nothingObserved: 'nothing yet',
  reporters: 'Reporter reliability',
  trust: (confirmed: number, comparable: number) =>
    comparable === 0 ? 'Nothing comparable yet' : `${n(confirmed)} of ${n(comparable)} claims confirmed`,
  lean: { over: 'says too much', under: 'says too little', none: 'no lean' },
  dashed: 'The mark at 0.50 is where an unknown reporter begins.',
  trustLabel: (source: string, trust: string) => `${source}: trust ${trust}`,
  owner: 'You',
}

export const plan = {
  title: 'Plan for today',
  choose: 'Choose a product to see its plan.',
  missing: (active: number, target: number, need: number) =>
    `${active} of ${target} ads run, so ${need} ${need === 1 ? 'is' : 'are'} missing. ` +
    'Same plan until midnight UTC.',
  enough: (active: number, target: number) =>
    active > target
      ? `${active} ads run, and ${target} ${target === 1 ? 'is' : 'are'} wanted. Nothing to make today.`
      : `${active} of ${target} ads run. Nothing to make today.`,
  noCells: 'No entry point yet. Write one or more, then the plan follows.',
  allTired: 'Every combination loses or is tired. Write new entry points.',
  active: 'Ads that run',
  activeHelp: 'Empty: as many as have rows up to the newest day.',
  target: 'Ads wanted',
  item: (count: number, what: string) => `${count} × ${what}`,
  noCharacter: 'no character',
  reasons: {
    winning: 'It wins. Repeat it.',
    open: 'Open: it may be better than usual.',
    untested: 'Never tried.',
    tired: 'Tired.',
    losing: 'Losing.',
  },
  /** The sentence of the server is English. */
  reason: (_state: 'winning' | 'open' | 'untested' | 'tired' | 'losing', sentence: string) => sentence,
  /** So is this one. */
  fewWinners: (sentence: string) => sentence,
  replace: 'Replace now',
  fall: (fall: Fall) => {
    if (fall.days === 0) return 'Brings less than usual already.'
    if (fall.days === null) return 'Brings more than usual for now.'
    return `Brings less than usual in about ${plural(fall.days, 'day', 'days')}.`
  },
  atRisk: (amount: string, loss: string) =>
    `${amount} of the next seven days are at risk, ${loss} expected to be lost`,
  instead: (what: string) => `Instead: ${what}`,
  makeInstead: (point: string) => `Make instead, for “${point}”`,
  lift: (expected: string, low: string, high: string) => `expected ${expected} × usual (${low} to ${high})`,
  hook: (hook: string) => `hook that won: “${hook}”`,
  make: 'Make',
  makeAll: (need: number) => `Make all ${need}`,
  makeTitle: (need: number) => `Make ${plural(need, 'creative', 'creatives')}`,
  makeText: 'Say for each what should be seen. The price is on the button; what fails is refunded.',
  promptFor: (what: string) => `Prompt: ${what}`,
  promptHelp: (point: string) => `For “${point}”.`,
  price: (amount: string) => `Make all · ${amount} credits`,
  ordered: (done: number, of: number) => `${done} of ${of} ordered`,
  amount: (amount: string) => `${amount} credits`,
  board: 'What is left to try',
  boardSentence: (parts: string) => `Combinations: ${parts}.`,
  points: 'Entry points',
}

const thresholdNames: Record<keyof Thresholds, string> = {
  spend: 'Spend',
  spendInCpa: 'Spend, in usual CPAs',
  impressions: 'Impressions',
  conversions: 'Conversions',
  clicks: 'Clicks',
  days: 'Days with rows',
  lastRowDays: 'Age of the last row, in days',
  targetCpa: 'Target CPA',
  targetRoas: 'Target ROAS',
}

const thresholdHelp: Record<keyof Thresholds, string> = {
  spend: 'At least, in the currency of the ad.',
  spendInCpa: 'At least, as a multiple of the usual cost per conversion.',
  impressions: 'At least.',
  conversions: 'At least, where conversions count.',
  clicks: 'At least, where the click rate counts.',
  days: 'At least.',
  lastRowDays: 'At most: older results are stale.',
  targetCpa: 'A winner costs no more. Empty: no target.',
  targetRoas: 'A winner returns no less. Empty: no target.',
}

export const thresholds = {
  title: 'When a result counts',
  text: 'An ad below these can neither win nor lose. Every tier is computed again when they change.',
  names: thresholdNames,
  help: thresholdHelp,
  wrong: 'Write a number of at least 0.',
  saved: 'Saved. Every tier is computed again.',
}

export const review = {
  title: 'To review',
  empty: 'All read. Notes you keep appear in search.',
  keep: 'Keep',
  reject: 'Reject',
  pin: 'Pin',
  unpin: 'Unpin',
  undo: 'Undo',
  help: 'What you keep counts as yours, below any result.',
  keysHelp: 'A keeps, R rejects, Z takes it back.',
  kept: (text: string) => `Kept “${text}”`,
  rejected: (text: string) => `Rejected “${text}”`,
  pinned: (text: string) => `Pinned “${text}”`,
  unpinned: (text: string) => `Unpinned “${text}”`,
  filters: { pending: 'To review', accepted: 'Accepted', rejected: 'Rejected' },
  nothing: { accepted: 'Nothing accepted yet.', rejected: 'Nothing rejected.' },
  write: 'Write a note',
  writeHelp: 'Agents find it in search and recall.',
  keywords: 'Other words for it',
  keywordsHelp: 'Optional. Up to 10, with commas between, in any language. Search finds it by them.',
  foundBy: (words: string) => `Also found by: ${words}`,
  save: 'Save the note',
  isPinned: 'Pinned',
  restore: 'Back to review',
  list: 'Notes',
  later: 'Next to review',
  waiting: (count: number) => `${plural(count, 'note', 'notes')} to review`,
}
