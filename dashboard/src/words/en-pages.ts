import type { ErrorCode, TransactionReason } from '@atelier/contract'
import { credits as n } from '../format/numbers.ts'

const plural = (count: number, one: string, many: string): string => `${n(count)} ${count === 1 ? one : many}`

/** A number that is written already. */
const walked = (count: string): string => `${count} ${count === '1' ? 'entry' : 'entries'} walked`

const YEAR_DAYS = 365

const failures: Record<ErrorCode, string> = {
  content_rejected: 'Rejected by the content filter',
  provider_error: 'The generator failed',
  reference_unusable: 'Reference not usable',
  storage_failed: 'The file could not be stored',
  timeout: 'No result in time',
  cancelled: 'Cancelled',
}

const reasons: Record<TransactionReason, string> = {
  image_generation: 'Picture',
  video_generation: 'Video',
  image_generation_refund: 'Refund of a picture',
  video_generation_refund: 'Refund of a video',
  credit_purchase: 'Credits bought',
  credit_grant: 'Credits granted',
  admin_adjustment: 'Adjusted by the operator',
}

export const home = {
  since: (time: string) => `Since your last visit, ${time}`,
  sinceDay: 'In the last 24 hours',
  arrived: (pictures: number, videos: number) => {
    if (pictures === 0 && videos === 0) return 'Nothing new arrived.'
    const parts = [
      pictures > 0 && plural(pictures, 'picture', 'pictures'),
      videos > 0 && plural(videos, 'video', 'videos'),
    ].filter(Boolean)
    return `${parts.join(' and ')} arrived.`
  },
  quiet: (time: string) => `Nothing happened since ${time}.`,
  spent: (spent: string, refunded: string) => `${spent} credits spent, ${refunded} refunded.`,
  spentOnly: (spent: string) => `${spent} credits spent.`,
  inProgress: (count: number) => (count === 0 ? '' : `${plural(count, 'job is', 'jobs are')} in progress.`),
  under: 'Every key is under its ceiling.',
  keysFine: 'The keys are fine.',
  learned: 'What the results say',
  claimsChecked: (count: number) => `${plural(count, 'claim', 'claims')} checked`,
  claimsWrong: (over: number, under: number) => {
    const parts = [over > 0 && `${n(over)} overstated`, under > 0 && `${n(under)} understated`].filter(
      Boolean,
    )
    return parts.length === 0 ? 'All confirmed' : parts.join(', ')
  },
  noCredits: 'This account has no credits yet: its operator grants them. Test credits are free.',
  noCreditsYet: 'This account has no credits yet. Test credits are free.',
  tryTest: 'Try the test mode',
  onlyNewest: (count: string) => `So much happened that only the newest ${count} are counted here.`,
  openStudio: 'Open studio',
  key: 'Key',
  byHand: 'Made by hand',
  byHandHelp: 'On the page Make',
  resets: (time: string) => `Today, resets ${time} (00:00 UTC)`,
  now: 'now',
  lanes: 'What each key did since your last visit',
  waits: 'Needs your attention',
  nothingWaits: 'Nothing needs you now.',
  leftToday: (name: string, left: string) => `${name} has ${left} credits left today`,
  cheapest: (price: string) => `The cheapest job costs ${price} credits.`,
  raise: 'Raise',
  neverCalled: (name: string) => `${name} has never called`,
  neverCalledHelp: 'Its key was made, and no agent has used it.',
  look: 'Look',
  notesHelp: 'Written by agents, not counted yet.',
  endsSoon: (name: string, day: string) => `${name} ends ${day}`,
  endsSoonHelp: 'After that day its agent is refused.',
  lowBalance: (balance: string) => `${balance} credits left`,
  lowBalanceHelp: 'Less than three days at the pace of the last week.',
  seeCredits: 'See credits',
  debtHelp: 'New live jobs are refused until it is paid. What you buy pays it first.',
  failed: 'Failed and refunded',
  noneFailed: 'No job failed.',
  refundedAll: (amount: string) => `${amount} credits were refunded in full. See the entries`,
  refundedAt: (who: string, time: string) => `${who}, ${time}, refunded`,
  stack: (count: number) => plural(count, 'result', 'results'),
  event: (what: string, time: string) => `${what}, ${time}`,
}

export const studio = {
  title: 'Studio',
  make: 'Make one',
  all: 'All',
  images: 'Images',
  videos: 'Videos',
  filters: 'Filters',
  state: 'State',
  product: 'Product',
  key: 'Key',
  model: 'Model',
  character: 'Character',
  cep: 'Entry point',
  day: 'Day (UTC)',
  anyOf: 'All',
  clear: 'Clear filters',
  empty: 'Nothing has been made yet. Connect an agent, or make one by hand.',
  filtered: 'Nothing matches these filters.',
  today: 'Today',
  yesterday: 'Yesterday',
  more: 'Load more',
  newOnes: (count: number) => `${count} new`,
  daySummary: (arrived: number, open: number, refunded: number) =>
    [
      arrived > 0 && `${n(arrived)} arrived`,
      open > 0 && `${n(open)} in progress`,
      refunded > 0 && `${n(refunded)} refunded`,
    ]
      .filter(Boolean)
      .join(' · '),
  states: {
    queued: 'Queued',
    processing: 'In progress',
    completed: 'Completed',
    failed: 'Failed',
    stalled: 'No result in time',
  },
  canCancel: (age: string) => `${age} · you can still cancel`,
  started: (age: string) => `Started ${age} ago`,
  window: (age: string, window: string) => `${age} · window ${window}`,
  rendering: 'Rendering',
  refunded: (amount: string) => `${amount} refunded`,
  notCharged: 'Nothing was charged',
  noResultIn: (time: string) => `No result in ${time}`,
  removed: 'File removed',
  removedHelp: 'Removed by the retention rule',
  failures,
  wall: 'Results, newest first',
  untitled: 'No product',
  todayMark: 'today',
  placeInJob: (at: number, of: number) => `${at} of ${of}`,
  dayOf: (day: string, count: number) => `${day}: ${plural(count, 'result', 'results')}`,
  arrivedSay: (count: number) => `${plural(count, 'result', 'results')} arrived`,
}

export const make = {
  title: 'Make one',
  lede: 'One picture or video by hand, with the price before you order.',
  kind: 'What',
  image: 'Picture',
  video: 'Video',
  prompt: 'Prompt',
  promptHelp: (used: number, most: number) => `${n(used)} of ${n(most)} characters`,
  promptMissing: 'Write what should be seen.',
  product: 'Product',
  noProduct: 'No product',
  character: 'Character',
  noCharacter: 'No character',
  point: 'Entry point',
  noPoint: 'No entry point',
  count: 'How many',
  size: 'Shape',
  shapes: { square: 'Square 1:1', portrait: 'Portrait 2:3', landscape: 'Landscape 3:2' },
  videoShapes: { portrait: 'Portrait 9:16', landscape: 'Landscape 16:9', square: 'Square 1:1' },
  length: 'Length',
  quality: 'Quality',
  model: 'Model',
  submit: 'Make',
  price: (amount: string) => `${amount} credits`,
  order: 'Your order',
  usedPhotos: 'Photos it sees',
  noPhotos: 'No photo: the prompt alone.',
  droppedPhotos: (count: number) => `${plural(count, 'photo', 'photos')} will not fit.`,
  balanceAfter: (amount: string) => `${amount} credits left afterwards.`,
  notEnough: (needed: string, left: string) => `${needed} credits needed, ${left} left.`,
  quoteAfter: 'The exact price appears when there is a prompt.',
  warnings: 'Before you order',
}

export const creditsPage = {
  title: 'Credits',
  balance: 'Balance',
  unit: 'credits',
  testUnit: 'test credits',
  lasts: (days: number, pace: string) => {
    const long = days > YEAR_DAYS ? 'more than a year' : `about ${plural(days, 'day', 'days')}`
    return `Lasts ${long} at the pace of the last week, ${pace} a day.`
  },
  noPace: 'Nothing was spent in the last week.',
  verify: 'Verify the chain',
  walking: 'Walking the chain in your browser',
  verifying: (checked: string) => walked(checked),
  holds: 'Every entry holds.',
  holdsText: (count: string, seconds: string) =>
    `${walked(count)} in your browser, first to last, in ${seconds} s. Balance equals their sum.`,
  breaks: (place: string) => `The chain breaks at entry ${place}.`,
  breaksText: (time: string, before: number) =>
    `Written ${time}. Its hash does not follow from the entry before. ` +
    `${before === 1 ? '1 entry before it holds' : `${n(before)} entries before it hold`}.`,
  sumWrong: 'The entries hold, but the balance is not their sum.',
  sumWrongText: (sum: string, balance: string) => `Sum ${sum}, balance ${balance}.`,
  expected: 'Expected',
  found: 'Found',
  head: (hash: string) => `head ${hash}`,
  hash: 'Hash',
  entry: 'Entry',
  spend: 'Spend by day',
  by: 'Spend by',
  groups: { key: 'Key', product: 'Product', model: 'Model' },
  spendHelp: 'Charges minus refunds, by UTC day',
  days: (count: number) => `${count} days`,
  all: { key: 'All keys', product: 'All products', model: 'All models' },
  none: { key: 'Made by hand', product: 'No product', model: 'No model' },
  gone: { key: 'A key that is gone', product: 'An erased product' },
  otherKeys: 'Archived jobs',
  inDays: (amount: string, days: number) => `${amount} in ${days} days`,
  ceiling: (amount: string) => `ceiling ${amount}`,
  soFar: 'so far',
  dayValue: (day: string, amount: string) => `${day}: ${amount}`,
  spendSentence: (name: string, total: string, today: string) =>
    `${name}: ${total} credits in these days, ${today} today.`,
  table: 'Show as table',
  chart: 'Show as chart',
  csv: 'CSV',
  entries: 'Entries',
  todaySums: (charged: string, refunded: string) =>
    `Today (UTC): ${charged} charged${refunded === '0' ? '' : `, ${refunded} refunded`}.`,
  pictures: (count: number) => plural(count, 'picture', 'pictures'),
  time: 'Time',
  what: 'What',
  key: 'Key',
  amount: 'Credits',
  after: 'Balance',
  link: 'Link',
  reasons,
  more: 'Older entries',
  empty: 'No entry yet. A grant or the first job writes one.',
}
