import type { Random } from '../../harness/random/index.ts'

/** How a payment begins and what becomes of it. The last three bring money that must buy nothing. */
const endings = [
  'paid',
  'unpaid',
  'refunded',
  'partly refunded',
  'refund failed',
  'dispute lost',
  'dispute won',
  'refunded and disputed',
  'wrong amount',
  'wrong mode',
  'paid twice',
] as const

type Ending = (typeof endings)[number]

export type Story = {
  buyer: number
  packId: 'small' | 'large'
  ending: Ending
  /** What is returned only after everybody has spent, so that it becomes a debt. */
  isLate: boolean
  /** A return ends, or is undone, only when it was taken back. Else the two are often heard of together. */
  isSlow: boolean
}

/** Of three buyers one spends, and gets all the money of the payments back that are late. */
export const isSpender = (buyer: number): boolean => buyer % 3 === 0
/** Of two spenders one gets everything back, so that whatever was spent becomes a debt. */
const isDebtor = (buyer: number): boolean => buyer % 6 === 0

export function drawStory(random: Random, at: number, buyers: number): Story {
  const buyer = at % buyers
  const isLate = isSpender(buyer) && (random.next() < 0.8 || isDebtor(buyer))
  // Every ending comes, also in a short run; half of all payments simply stay.
  const ending = random.next() < 0.5 ? 'paid' : (endings[at % endings.length] as Ending)
  return {
    buyer,
    packId: random.next() < 0.8 ? 'small' : 'large',
    ending: isLate ? 'refunded' : ending,
    isLate,
    isSlow: at % 2 === 0,
  }
}
