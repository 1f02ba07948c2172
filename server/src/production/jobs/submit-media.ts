import { TEST_SPEED } from '@atelier/contract'
import { balanceAfterCharge, charge } from '#access/credits'
import type { Caller } from '#access/identity'
import { countRequests, type RateLimitSlot, type RequestCounter } from '#access/limits'
import { discardObject } from '#catalog/photos'
import type { App } from '#platform/app'
import { commitOnce, DatabaseBusy, type Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { attempt, erased, Refusal } from '#platform/refusal'
import { refuseIfOverloaded } from '#production/admission'
import { findMedia } from '#production/media'
import {
  chooseRoutes,
  drawScenario,
  type FindWarnings,
  type Order,
  type ResolvedReferences,
  refuseUnknownModel,
  resolveReferences,
  warnInTime,
} from '#production/orders'
import { RUN_GRACE_MS } from '#production/timing'
import { collectInputs, type Inputs, insertPhotos, prepareUpload, type Upload } from './collect-inputs.ts'
import { findArchivedByClientRef, findByClientRef, findRefused } from './find-job.ts'
import { insertMedia, type NewMedia } from './insert-media.ts'
import { presentReplay, presentSubmitted, refusedByProvider, type Submission } from './present-submission.ts'
import { findBreach } from './spent-today.ts'
import { storeUpload } from './store-upload.ts'
import { type ClientRefTrack, trackClientRef } from './track-client-ref.ts'

/** An order with everything that the job is made from. */
export type CompleteOrder = {
  order: Order
  resolved: ResolvedReferences
  upload: Upload | undefined
  inputs: Inputs
  routes: NewMedia['routes']
}

type Committed = { balanceAfter: number; slot: RateLimitSlot }

/** Another request bound the clientRef first; the next round finds its job and replays it. */
class ClientRefTaken extends Error {}

const ROUNDS_MAX = 4
/** How long a submit waits for the others of its user: one with its clientRef may be among them. */
const LOCK_MS = 5_000

/** Refusals of the commit itself. Its rollback gives the slot back, so they are counted afterwards. */
const COUNTED_AFTER_ROLLBACK = ['insufficient_credits', 'budget_exceeded', 'quota_exceeded']

/**
 * Accepts a job: commits it, starts its run and waits a few seconds for the provider's answer.
 *
 * The checks follow the order of the interface: replay, rate limit, body, ownership, conflict, budget,
 * credits, provider. Job, clientRef and charge are one commit, made before the provider hears of the job.
 * What fails after the answer is a failed job, never an HTTP error.
 */
export async function submitMedia(
  app: App,
  caller: Caller,
  readOrder: () => Order | Promise<Order>,
  findWarnings: FindWarnings = async () => [],
): Promise<Submission> {
  const counter = countRequests(app, caller, 'submits')
  const order = await attempt(readOrder)
  if (order instanceof Refusal) throw await counter.countRefusal(order)
  const track = trackClientRef(caller.owner, order)
  try {
    return await submitOrder({ app, caller, counter, order, track, findWarnings })
  } finally {
    track.end()
  }
}

type Submit = {
  app: App
  caller: Caller
  counter: RequestCounter
  order: Order
  track: ClientRefTrack
  findWarnings: FindWarnings
}

async function submitOrder(submit: Submit): Promise<Submission> {
  const { app, caller, counter, order, track, findWarnings } = submit
  for (let round = 1; ; round++) {
    const bound = order.clientRef === null ? undefined : await findByClientRef(app.db, caller.owner, order)
    if (bound?.erased_at) throw await counter.countRefusal(erased(bound.erased_at))
    if (bound?.body_hash?.equals(order.bodyHash))
      return presentReplay(app, caller, { order, row: bound, findWarnings })
    await refuseIfOverloaded(app, caller, order.kind)
    await counter.refuseIfFull()
    const complete = await attempt(() => completeOrder(app, caller, order))
    if (complete instanceof Refusal) throw await counter.countRefusal(complete)
    if (bound) throw await counter.countRefusal(clientRefConflict(bound.id))
    const refused = await attempt(() => storeUpload(app, caller, complete))
    if (refused instanceof Refusal) {
      // The same job may have been accepted meanwhile and have spent the credits: then it is replayed.
      if (round < ROUNDS_MAX && (await isBound(app, caller, order))) continue
      throw await counter.countRefusal(refused)
    }
    try {
      const id = newId('media')
      const startedAt = performance.now()
      const committed = await commitJob({ app, caller, counter, id, complete })
      app.metrics.countAccepted(order.kind, caller.owner.mode, order.costCredits)
      app.traces.noteOf(id, { name: 'charge', seconds: (performance.now() - startedAt) / 1_000 })
      return await startJob({ app, caller, id, complete, committed, findWarnings })
    } catch (error) {
      const archived =
        error instanceof ClientRefTaken && (await findArchivedByClientRef(app.db, caller.owner, order))
      if (archived) throw await counter.countRefusal(clientRefConflict(archived.id))
      if (error instanceof ClientRefTaken && round < ROUNDS_MAX) continue
      const isBehindTwin = error instanceof DatabaseBusy && track.hasTwin()
      if (error instanceof ClientRefTaken || isBehindTwin) throw clientRefInProgress()
      if (error instanceof Refusal && COUNTED_AFTER_ROLLBACK.includes(error.code))
        throw await counter.countRefusal(error)
      throw error
    }
  }
}

async function completeOrder(app: App, caller: Caller, asked: Order): Promise<CompleteOrder> {
  const offer = app.providers.offers[caller.owner.mode]
  refuseUnknownModel(offer, asked)
  const order = drawScenario(asked, caller.testMix)
  const resolved = await resolveReferences(app, caller, order.references)
  const routes = chooseRoutes(offer, order, countReferences(order, resolved))
  const upload = await prepareUpload(app, caller.owner.userId, order)
  return { order, resolved, upload, inputs: collectInputs({ order, resolved, upload }), routes }
}

const countReferences = (order: Order, { references }: ResolvedReferences): number =>
  references.length + (order.references.upload ? 1 : 0)

const isBound = async (app: App, { owner }: Caller, order: Order): Promise<boolean> =>
  order.clientRef !== null && (await findByClientRef(app.db, owner, order)) !== undefined

type NewJob = { app: App; caller: Caller; counter: RequestCounter; id: string; complete: CompleteOrder }

/** One commit: the rate-limit slot, the job with its clientRef and photos, and the charge. */
async function commitJob({ app, caller, counter, id, complete }: NewJob): Promise<Committed> {
  const { config, db } = app
  const { order, resolved, inputs, routes } = complete
  const { owner } = caller
  const times = { stallMs: stallMs(app, caller, order), runDueMs: config.submitWaitMs + RUN_GRACE_MS }
  const media = { id, order, routes, ...inputs, dropped: resolved.dropped, angle: resolved.angle, ...times }
  const acceptJob = async (tx: Tx) => {
    const slot = await counter.take(tx)
    if (!(await insertMedia(tx, caller, media))) throw new ClientRefTaken()
    // The rate-limit row of the owner is locked, so no other submit of this key can spend meanwhile.
    const breach = await findBreach(tx, caller, order.costCredits, id)
    if (breach) throw breach
    const { balanceAfter } = await charge(tx, owner, { id, ...order })
    await insertPhotos(tx, app, owner, inputs)
    return { balanceAfter, slot }
  }
  const commit = () => db.transaction(acceptJob, { lockMs: LOCK_MS })
  // The id was ours before the commit, so the database can be asked for it.
  const findCommitted = async (): Promise<Committed | undefined> =>
    (await findMedia(db, owner, id)) && {
      balanceAfter: await balanceAfterCharge(db, owner, id),
      slot: await counter.peek(),
    }
  // The first commit may arrive while it is repeated. Then the second waits for its locks and is refused
  // because of its rate-limit slot, clientRef, id or charge. By then the first is visible, and it decides.
  const findOut = async (): Promise<Committed> => {
    const committed = await findCommitted()
    if (committed) return committed
    try {
      return await commit()
    } catch (error) {
      const arrived = await findCommitted()
      if (arrived) return arrived
      throw error
    }
  }
  const first = () => discardIfRefused(app, complete, commit)
  return commitOnce(first, { findOut, stillUnknown: () => unknownCommit(id) })
}

/**
 * For the first commit: when it is refused, it was rolled back and no other one was sent, so nothing can name
 * the stored upload. After a lost answer the upload stays: a job may use it. If none does, the sweep of
 * storage removes it.
 */
async function discardIfRefused<T>(
  app: App,
  { upload }: CompleteOrder,
  commit: () => Promise<T>,
): Promise<T> {
  try {
    return await commit()
  } catch (error) {
    const isRolledBack = error instanceof Refusal || error instanceof ClientRefTaken
    if (upload && isRolledBack) await discardObject(app, upload.prepared.picture.objectKey)
    throw error
  }
}

const stallMs = (app: App, { owner }: Caller, order: Order): number =>
  app.config.stallMs[order.kind] / (owner.mode === 'test' ? TEST_SPEED : 1)

type StartedJob = {
  app: App
  caller: Caller
  id: string
  complete: CompleteOrder
  committed: Committed
  findWarnings: FindWarnings
}

async function startJob(job: StartedJob): Promise<Submission> {
  const { app, caller, id, complete, committed, findWarnings } = job
  // Looked for while the provider answers, so that they cost the caller no time.
  const finding = warnInTime(app, complete.order, findWarnings)
  const startedAt = performance.now()
  const outcome = await app.engine.start(id)
  const seconds = (performance.now() - startedAt) / 1000
  app.metrics.observeStart(outcome, seconds)
  app.traces.noteOf(id, { name: 'engine start', seconds, attributes: { outcome } })
  if (outcome === 'over') {
    // A refusal is answered only when its refund can be seen. Otherwise the job stays acknowledged.
    const row = await findRefused(app.db, caller.owner, id).catch(() => undefined)
    const refused = row && (await refusedByProvider(app, caller, row, committed.slot).catch(() => undefined))
    if (refused) throw refused
  }
  return presentSubmitted(caller, id, complete, { ...committed, warnings: await finding })
}

const clientRefConflict = (existingId: string) =>
  new Refusal(
    'client_ref_conflict',
    'This clientRef was used with another body. Send a new one for a new job.',
    { existingId },
  )

const clientRefInProgress = () =>
  new Refusal(
    'client_ref_in_progress',
    'A request with this clientRef is in progress. Send it again in 1 s.',
    {},
    { 'retry-after': '1' },
  )

const unknownCommit = (id: string) =>
  new Refusal(
    'service_unavailable',
    'It is unknown whether the job was accepted. Send it again with the same clientRef: it is charged once.',
    { charged: 'unknown', id },
    { 'retry-after': '5' },
  )
