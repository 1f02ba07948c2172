import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, askPatiently } from './ask-patiently.ts'
import type { Clock } from './keep-clock.ts'
import type { OrderPlan } from './plan-orders.ts'
import type { Plan } from './plan-run.ts'
import { type Polled, pollMedia } from './poll-media.ts'
import { type Dice, rollDice } from './roll-dice.ts'
import { type Line, sendOrder, type Told } from './send-order.ts'

/** Everything the clients were told: the checker holds the service to it. */
export type Diary = {
  told: Told[]
  polled: Polled[]
  /** Orders that got no final word. */
  unanswered: number[]
  attached: (Answered & { productId: string; mediaId: string })[]
  cancelled: (Answered & { mediaId: string })[]
}

export const emptyDiary = (): Diary => ({
  told: [],
  polled: [],
  unanswered: [],
  attached: [],
  cancelled: [],
})

/** Longer than the service may take: it waits 8 s for the provider and 6 s for its database. */
const ANSWER_MS = 20_000
const INSIST_MS = 150_000
const REFUSED_MAX = 2

/** Plays every client to its end. `stop` ends the polling, not what somebody insists on. */
export async function runLoad(
  plan: Plan,
  line: Line,
  clock: Clock,
  diary: Diary,
  stop: AbortSignal,
): Promise<void> {
  await Promise.all(
    plan.orders.map(async (order) => {
      await clock.reach(order.atMs)
      await playClient(plan.seed, line, order, diary, stop)
    }),
  )
}

async function playClient(seed: number, line: Line, order: OrderPlan, diary: Diary, stop: AbortSignal) {
  const dice = rollDice(seed, 'client', order.index)
  const copies = Array.from({ length: order.copies }, async () => {
    const id = await insist(line, order, diary, dice)
    if (id && order.cancelAfterMs !== undefined) await cancel(line, order, id, diary)
    return id
  })
  const [id] = await Promise.all(copies)
  if (order.againAfterMs !== undefined) {
    await sleep(order.againAfterMs)
    await insist(line, order, diary, dice)
  }
  const polls = order.polls || order.attaches > 0
  const seen = id && polls ? await pollMedia(line, order.user, id, dice, stop) : undefined
  if (!seen) return
  diary.polled.push(seen)
  const last = seen.files.at(-1)
  if (last) await attach(line, order, last, diary)
}

async function cancel(line: Line, order: OrderPlan, mediaId: string, diary: Diary): Promise<void> {
  await sleep(order.cancelAfterMs)
  const asked = { method: 'DELETE', path: `/api/gen/media/${mediaId}` } as const
  diary.cancelled.push({ ...(await askPatiently(line, order.user, asked)), mediaId })
}

/** Into the other product: once, or twice at the same time, which must be the same. */
async function attach(line: Line, order: OrderPlan, mediaId: string, diary: Diary): Promise<void> {
  const productId = line.clients[order.user]?.own.otherProductId as string
  const path = `/api/gen/products/${productId}/attach`
  const asked = { method: 'POST', path, body: { generatedMediaId: mediaId } } as const
  const times = Array.from({ length: order.attaches }, async () => {
    diary.attached.push({ ...(await askPatiently(line, order.user, asked)), productId, mediaId })
  })
  await Promise.all(times)
}

/** As a good client does: the same clientRef and body again, until there is a final word. */
async function insist(line: Line, order: OrderPlan, diary: Diary, dice: Dice): Promise<string | undefined> {
  let refused = 0
  const until = performance.now() + INSIST_MS
  for (let tries = 0; performance.now() < until; tries++) {
    const patienceMs = (tries === 0 ? order.hangUpAfterMs : undefined) ?? ANSWER_MS
    const told = await sendOrder(line, order, patienceMs)
    diary.told.push(told)
    if (told.kind === 'acknowledged') return told.id
    if (told.kind === 'wrong') return undefined
    if (told.kind === 'refunded' && order.model === 'simulator/refuse' && ++refused === REFUSED_MAX) {
      return undefined
    }
    const waitMs = told.status === 429 ? told.retryAfterMs : Math.min(2_000, told.retryAfterMs)
    await sleep(Math.max(waitMs, dice.between(150, 700)))
  }
  diary.unanswered.push(order.index)
  return undefined
}
