import { type SubmitAnswer, TEST_SPEED } from '@atelier/contract'
import { balanceAfterCharge, charge, readBalance } from '#access/credits'
import type { Caller } from '#access/identity'
import { peekSlot, refuseIfFull, type Slot, slotHeaders, takeSlot } from '#access/limits'
import type { App } from '#platform/app'
import { CommitUnknown, DatabaseUnavailable, isLockTimeout, type Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { attempt, Refusal } from '#platform/refusal'
import { findMedia, isWaiting, type MediaRow, pollAfterSeconds } from '#production/media'
import { describeReferences, type Order, type Resolved, resolveReferences } from '#production/orders'
import { collectInputs, type StoredUpload, storeUpload } from './collect-inputs.ts'
import { findByClientRef, findRefused } from './find-job.ts'
import { insertMedia } from './insert-media.ts'
import { findBreach } from './spent-today.ts'
import { RUN_GRACE_MS } from './submit-once.ts'

/** The answer, and the headers that tell of the minute and of a replay. */
export type Submission = { answer: SubmitAnswer; headers: Record<string, string> }

/** A checked order with everything that it will be made from. */
type Complete = { order: Order; resolved: Resolved; upload: StoredUpload | undefined }

type Placed = { balanceAfter: number; slot: Slot }

/** Somebody else bound the clientRef while we were trying: the next round finds and replays it. */
class RefTaken extends Error {}

const REF_ROUNDS = 4
/** How long a lost answer to a commit is asked after before we say that we do not know. */
const FIND_OUT_MS = 6_000

/**
 * The order of checks is the interface's: replay, limit, body, ownership, conflict, guardrails, credits,
 * provider. Job, clientRef and charge are one commit, made before the provider hears of it; what fails after
 * the answer is a failed job, never an error.
 */
export async function submitMedia(
  app: App,
  caller: Caller,
  read: () => Order | Promise<Order>,
): Promise<Submission> {
  const order = await attempt(read)
  if (order instanceof Refusal) throw await counted(app, caller, order)
  for (let round = 1; ; round++) {
    const bound = order.clientRef === null ? undefined : await findByClientRef(app.db, caller.owner, order)
    if (bound?.body_hash?.equals(order.bodyHash)) return replay(app, caller, order, bound)
    // A burst beyond the limit is turned away before it can hold connections and wait for the user's row.
    await refuseIfFull(app.db, caller.owner, 'submits', app.config.rateLimits.submits)
    const complete = await attempt(() => completeOrder(app, caller, order))
    if (complete instanceof Refusal) throw await counted(app, caller, complete)
    if (bound) throw await counted(app, caller, conflict(bound.id))
    try {
      const id = newId('media')
      const placed = await place(app, caller, id, complete)
      return await askProvider(app, caller, id, complete, placed)
    } catch (error) {
      if (error instanceof RefTaken && round < REF_ROUNDS) continue
      if (error instanceof RefTaken || isLockTimeout(error)) throw inProgress()
      if (error instanceof Refusal && countedRefusals.includes(error.code))
        throw await counted(app, caller, error)
      throw error
    }
  }
}

/** Thrown inside the commit, which takes the place in the minute back with it. */
const countedRefusals = ['insufficient_credits', 'budget_exceeded']

async function completeOrder(app: App, caller: Caller, order: Order): Promise<Complete> {
  const resolved = await resolveReferences(app, caller, order.wanted)
  return { order, resolved, upload: await storeUpload(app, order) }
}

/** One commit: the place in the minute, the job with its clientRef and its photos, and the charge. */
async function place(app: App, caller: Caller, id: string, complete: Complete): Promise<Placed> {
  const { config, db } = app
  const { order, resolved, upload } = complete
  const { owner } = caller
  const commit = () =>
    db.transaction(async (tx) => {
      const slot = await takeSlot(tx, owner, 'submits', config.rateLimits.submits)
      const made = await collectInputs(tx, owner, order, resolved, upload)
      const times = { stallMs: stallMs(app, caller, order), runDueMs: config.submitWaitMs + RUN_GRACE_MS }
      const media = { id, order, ...made, dropped: resolved.dropped, angle: resolved.angle, ...times }
      if (!(await insertMedia(tx, caller, media))) throw new RefTaken()
      await guard(tx, caller, id, order.costCredits)
      const { balanceAfter } = await charge(tx, owner, { id, ...order })
      return { balanceAfter, slot }
    })
  try {
    return await commit()
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    return findOut(app, caller, id, commit)
  }
}

const stallMs = (app: App, { owner }: Caller, order: Order): number =>
  app.config.stallMs[order.kind] / (owner.mode === 'test' ? TEST_SPEED : 1)

/** The limits of the key, inside the commit: the user's minute is locked, so no other submit can spend. */
async function guard(tx: Tx, caller: Caller, id: string, costCredits: number): Promise<void> {
  const breach = await findBreach(tx, caller, costCredits, id)
  if (breach) throw breach
}

/**
 * The answer to the commit was lost. The id was ours before it, so the database can be asked, and the commit
 * repeated.
 */
async function findOut(app: App, caller: Caller, id: string, commit: () => Promise<Placed>): Promise<Placed> {
  let refTakenBefore = false
  for (const until = Date.now() + FIND_OUT_MS; Date.now() < until; ) {
    try {
      const arrived = await findMedia(app.db, caller.owner, id)
      if (!arrived) return await commit()
      const balanceAfter = await balanceAfterCharge(app.db, caller.owner, id)
      return { balanceAfter, slot: await peekSlots(app, caller) }
    } catch (error) {
      // Taken by our own commit, which arrived after all, or by somebody else's? The next look tells.
      if (error instanceof RefTaken && refTakenBefore) throw error
      refTakenBefore = error instanceof RefTaken
      const passing = refTakenBefore || error instanceof DatabaseUnavailable || error instanceof CommitUnknown
      if (!passing) throw error
      await new Promise((done) => setTimeout(done, 250))
    }
  }
  throw new Refusal(
    'service_unavailable',
    'It is unknown whether the job was accepted. Send it again with the same clientRef: it is charged once.',
    { charged: 'unknown', id },
    { 'retry-after': '5' },
  )
}

async function askProvider(
  app: App,
  caller: Caller,
  id: string,
  { order, resolved }: Complete,
  { balanceAfter, slot }: Placed,
): Promise<Submission> {
  const outcome = await app.engine.start(id)
  if (outcome === 'over') {
    // Only a refund that we can see is told as a failure; otherwise the job stays acknowledged.
    const refused = await refusal(app, caller, id, slot).catch(() => undefined)
    if (refused) throw refused
  }
  const told = { id, status: 'processing', creditsCost: order.costCredits, balanceAfter } as const
  const message = [submittedMessage(caller, order, balanceAfter), ...describeReferences(resolved)].join(' ')
  const { dropped } = resolved
  return { answer: present(caller, told, order, dropped, message), headers: slotHeaders(slot) }
}

async function refusal(app: App, caller: Caller, id: string, slot: Slot): Promise<Refusal | undefined> {
  const row = await findRefused(app.db, caller.owner, id)
  if (!row) return undefined
  const rejected = row.error_code === 'content_rejected'
  const balance = await readBalance(app.db, caller.owner)
  return new Refusal(
    rejected ? 'provider_rejected' : 'provider_unavailable',
    `${row.error_message}. The ${row.refunded_credits} credits were refunded. ${
      rejected ? 'Change the prompt or the references, then submit again.' : 'Submit again later.'
    }`,
    { balance, id, charged: 'refunded' },
    { ...slotHeaders(slot), ...(!rejected && { 'retry-after': '10' }) },
  )
}

async function replay(app: App, caller: Caller, order: Order, row: MediaRow): Promise<Submission> {
  const [balanceAfter, slot] = await Promise.all([
    balanceAfterCharge(app.db, caller.owner, row.id),
    peekSlots(app, caller),
  ])
  const status = isWaiting(row.status) ? ('processing' as const) : row.status
  const told = { id: row.id, status, creditsCost: row.cost_credits, balanceAfter }
  const headers = { ...slotHeaders(slot), 'idempotent-replayed': 'true' }
  return { answer: present(caller, told, order, row.dropped, replayMessage(row)), headers }
}

type QuotedText = Pick<SubmitAnswer, 'id' | 'status' | 'creditsCost' | 'balanceAfter'>

const present = (
  { owner }: Caller,
  told: QuotedText,
  order: Order,
  droppedReferences: MediaRow['dropped'],
  message: string,
): SubmitAnswer => ({
  ...told,
  waiting: told.status === 'processing',
  pollUrl: `/api/gen/media/${told.id}`,
  pollAfterSeconds: told.status === 'processing' ? pollAfterSeconds(owner.mode) : null,
  message,
  ignoredFields: order.ignoredFields,
  droppedReferences,
})

const submittedMessage = ({ owner }: Caller, order: Order, balanceAfter: number): string =>
  `Charged ${order.costCredits} credits, ${balanceAfter} left. Poll pollUrl about every ` +
  `${pollAfterSeconds(owner.mode)} s until status is completed, then read videoUrl.`

function replayMessage(row: MediaRow): string {
  const told = 'This clientRef was sent before. Nothing was charged again.'
  if (isWaiting(row.status)) return `${told} Poll pollUrl about every ${pollAfterSeconds(row.mode)} s.`
  if (row.status === 'completed') return `${told} The job is completed: read videoUrl at pollUrl.`
  const again =
    row.error_code === 'content_rejected'
      ? 'Change the prompt or the references, and send a new clientRef.'
      : 'To try again, send a new clientRef.'
  return `${told} The job ${row.status} and its credits were refunded. ${again}`
}

/** A refused submit counts in its minute too, and a full minute is told before anything else. */
async function counted(app: App, caller: Caller, refusal: Refusal): Promise<Refusal> {
  const slot = await takeSlot(app.db, caller.owner, 'submits', app.config.rateLimits.submits)
  return new Refusal(refusal.code, refusal.message, refusal.extra, {
    ...refusal.headers,
    ...slotHeaders(slot),
  })
}

const peekSlots = (app: App, caller: Caller): Promise<Slot> =>
  peekSlot(app.db, caller.owner, 'submits', app.config.rateLimits.submits)

const conflict = (existingId: string) =>
  new Refusal(
    'client_ref_conflict',
    'This clientRef was used with another body. Send a new one for a new job.',
    {
      existingId,
    },
  )

const inProgress = () =>
  new Refusal(
    'client_ref_in_progress',
    'A request with this clientRef is in progress. Send it again in 1 s.',
    {},
    { 'retry-after': '1' },
  )
