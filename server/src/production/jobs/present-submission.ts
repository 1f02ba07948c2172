import type { SubmitAnswer, Warning } from '@atelier/contract'
import { balanceAfterCharge, readBalance } from '#access/credits'
import type { Caller } from '#access/identity'
import { countRequests, type RateLimitSlot, slotHeaders } from '#access/limits'
import type { App } from '#platform/app'
import { consequenceOf } from '#platform/providers'
import { Refusal } from '#platform/refusal'
import { isWaiting, type MediaRow, pollAfterSeconds } from '#production/media'
import {
  describeReferences,
  type FindWarnings,
  type Order,
  type ResolvedReferences,
  warnInTime,
  warnOfMissingPhotos,
} from '#production/orders'
import type { RefusedRow } from './find-job.ts'

/** The answer to a submit, with the rate-limit headers and the mark of a replay. */
export type Submission = { answer: SubmitAnswer; headers: Record<string, string> }

/** The answer to a job that was accepted just now. */
export function presentSubmitted(
  caller: Caller,
  id: string,
  { order, resolved }: { order: Order; resolved: ResolvedReferences },
  { balanceAfter, slot, warnings }: { balanceAfter: number; slot: RateLimitSlot; warnings: Warning[] },
): Submission {
  const poll = pollAfterSeconds(caller.owner.mode)
  const message =
    `Charged ${order.costCredits} credits, ${balanceAfter} left. Poll pollUrl about every ` +
    `${poll} s until status is completed, then read videoUrl.`
  const answer = present(caller, order, {
    id,
    status: 'processing',
    creditsCost: order.costCredits,
    balanceAfter,
    droppedReferences: resolved.dropped,
    message: [message, ...describeReferences(resolved), ...warnings.map((one) => one.message)].join(' '),
    warnings: [...warnOfMissingPhotos(order, resolved), ...warnings],
  })
  return { answer, headers: slotHeaders(slot) }
}

/** The answer to a submit whose clientRef is bound to this job with the same body. */
export async function presentReplay(
  app: App,
  caller: Caller,
  { order, row, findWarnings }: { order: Order; row: MediaRow; findWarnings: FindWarnings },
): Promise<Submission> {
  const [balanceAfter, headers, warnings] = await Promise.all([
    balanceAfterCharge(app.db, caller.owner, row.id),
    countRequests(app, caller, 'submits').replayHeaders(),
    warnInTime(app, order, findWarnings),
  ])
  const answer = present(caller, order, {
    id: row.id,
    status: isWaiting(row.status) ? 'processing' : row.status,
    creditsCost: row.cost_credits,
    balanceAfter,
    droppedReferences: row.dropped,
    message: replayMessage(row),
    warnings,
  })
  return { answer, headers }
}

type Presented = Pick<
  SubmitAnswer,
  'id' | 'status' | 'creditsCost' | 'balanceAfter' | 'droppedReferences' | 'message' | 'warnings'
>

const present = ({ owner, keyId }: Caller, order: Order, job: Presented): SubmitAnswer => ({
  ...job,
  waiting: job.status === 'processing',
  // A session is refused where a key polls.
  pollUrl: `/api/${keyId === null ? `owner/${owner.mode}/` : ''}gen/media/${job.id}`,
  pollAfterSeconds: job.status === 'processing' ? pollAfterSeconds(owner.mode) : null,
  ignoredFields: order.ignoredFields,
})

function replayMessage(row: MediaRow): string {
  const replayed = `This clientRef was sent before: ${row.cost_credits} credits were charged then, none now.`
  if (isWaiting(row.status)) return `${replayed} Poll pollUrl about every ${pollAfterSeconds(row.mode)} s.`
  if (row.status === 'completed') return `${replayed} The job is completed: read videoUrl at pollUrl.`
  const again =
    row.error_code === 'content_rejected'
      ? 'Change the prompt or the references, and send a new clientRef.'
      : 'To try again, send a new clientRef.'
  return `${replayed} The job ${row.status} and its credits were refunded. ${again}`
}

/** The refusal of a job that its provider did not accept; the commit that failed it refunded it. */
export async function refusedByProvider(
  app: App,
  caller: Caller,
  row: RefusedRow,
  slot: RateLimitSlot,
): Promise<Refusal> {
  const { refusal } = consequenceOf(row.error_class ?? 'unknown')
  const isRejected = refusal === 'provider_rejected'
  return new Refusal(
    refusal,
    `${row.error_message}. The ${row.refunded_credits} credits were refunded. ${
      isRejected ? 'Change the prompt or the references, then submit again.' : 'Submit again later.'
    }`,
    { balance: await readBalance(app.db, caller.owner), id: row.id, charged: 'refunded' },
    { ...slotHeaders(slot), ...(!isRejected && { 'retry-after': '10' }) },
  )
}
