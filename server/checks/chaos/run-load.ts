import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, seededRandom } from '../../harness/random/index.ts'
import { callUntilAnswered, type FinalAnswer } from './call-until-answered.ts'
import type { Plan } from './plan-run.ts'
import type { SubmitPlan } from './plan-submits.ts'
import { type Polled, pollMedia } from './poll-media.ts'
import type { Clock } from './run-clock.ts'
import { type Line, type SubmitAnswer, sendSubmit } from './send-submit.ts'

/** Every answer that the clients got. The check compares them with the database. */
export type ClientLog = {
  answers: SubmitAnswer[]
  polled: Polled[]
  /** How many clients have their answer, or gave up. */
  settled: number
  /** Submits without a final answer. */
  unanswered: number[]
  attached: (FinalAnswer & { productId: string; mediaId: string })[]
  cancelled: (FinalAnswer & { mediaId: string })[]
  erased: (FinalAnswer & { mediaId: string })[]
}

export const emptyClientLog = (): ClientLog => ({
  answers: [],
  polled: [],
  settled: 0,
  unanswered: [],
  attached: [],
  cancelled: [],
  erased: [],
})

/** Longer than the service may take: it waits 8 s for the provider and 6 s for its database. */
const ANSWER_MS = 20_000
export const INSIST_MS = 150_000
const REFUSED_MAX = 2

type Load = {
  plan: Plan
  line: Line
  clock: Clock
  clientLog: ClientLog
  /** Ends the polling, not the retries. */
  stop: AbortSignal
}

/** Runs every client to its end. */
export async function runLoad(load: Load): Promise<void> {
  await Promise.all(
    load.plan.submits.map(async (submit) => {
      await load.clock.reach(submit.atMs)
      await playClient(load, submit)
    }),
  )
}

async function playClient({ plan, line, clientLog, stop }: Load, submit: SubmitPlan): Promise<void> {
  const random = seededRandom(plan.seed, 'client', submit.index)
  const copies = Array.from({ length: submit.copies }, async () => {
    const id = await insist(line, submit, clientLog, random)
    if (id && submit.cancelAfterMs !== undefined) await cancel(line, submit, id, clientLog)
    return id
  })
  const [id] = await Promise.all(copies)
  clientLog.settled++
  if (submit.againAfterMs !== undefined) {
    await sleep(submit.againAfterMs)
    await insist(line, submit, clientLog, random)
  }
  const polls = submit.polls || submit.attaches > 0 || submit.erases !== undefined
  const seen = id && polls ? await pollMedia(line, { user: submit.user, id }, random, stop) : undefined
  if (!seen) return
  clientLog.polled.push(seen)
  const last = seen.files.at(-1)
  if (last) await attach(line, submit, last, clientLog)
  // Last of all: the clientRef of an erased job is answered 410.
  if (submit.erases && seen.status !== 'absent')
    await erase(line, submit.user, submit.erases === 'job' ? seen.id : (last ?? seen.id), clientLog)
}

async function erase(line: Line, user: number, mediaId: string, clientLog: ClientLog): Promise<void> {
  const body = { subjectId: mediaId }
  const asked = { method: 'POST', path: '/api/account/erasures', body, asOwner: true } as const
  clientLog.erased.push({ ...(await callUntilAnswered(line, user, asked)), mediaId })
}

async function cancel(line: Line, submit: SubmitPlan, mediaId: string, clientLog: ClientLog): Promise<void> {
  await sleep(submit.cancelAfterMs)
  const asked = { method: 'DELETE', path: `/api/gen/media/${mediaId}` } as const
  clientLog.cancelled.push({ ...(await callUntilAnswered(line, submit.user, asked)), mediaId })
}

/** Attaches to the other product, once or twice at the same time: the result must be the same. */
async function attach(line: Line, submit: SubmitPlan, mediaId: string, clientLog: ClientLog): Promise<void> {
  const productId = line.clients[submit.user]?.own.otherProductId as string
  const path = `/api/gen/products/${productId}/attach`
  const asked = { method: 'POST', path, body: { generatedMediaId: mediaId } } as const
  const times = Array.from({ length: submit.attaches }, async () => {
    clientLog.attached.push({ ...(await callUntilAnswered(line, submit.user, asked)), productId, mediaId })
  })
  await Promise.all(times)
}

/** Repeats the same clientRef and body until there is a final answer, as a good client does. */
async function insist(
  line: Line,
  submit: SubmitPlan,
  clientLog: ClientLog,
  random: Random,
): Promise<string | undefined> {
  let refused = 0
  const until = performance.now() + INSIST_MS
  for (let tries = 0; performance.now() < until; tries++) {
    const patienceMs = (tries === 0 ? submit.hangUpAfterMs : undefined) ?? ANSWER_MS
    const answer = await sendSubmit(line, submit, patienceMs)
    clientLog.answers.push(answer)
    if (answer.kind === 'acknowledged') return answer.id
    if (answer.kind === 'wrong') return undefined
    if (answer.kind === 'refunded' && submit.model === 'simulator/refuse' && ++refused === REFUSED_MAX) {
      return undefined
    }
    const waitMs = answer.status === 429 ? answer.retryAfterMs : Math.min(2_000, answer.retryAfterMs)
    await sleep(Math.max(waitMs, random.float(150, 700)))
  }
  clientLog.unanswered.push(submit.index)
  return undefined
}
