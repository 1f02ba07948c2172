import { type Report, ReportAnswer, type ReportBody, type ReportRow } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { peekSlot, refuseIfFull, type Slot, slotHeaders, takeSlot } from '#access/limits'
import { type AdFacts, lockMemory, type Memory } from '#learning/evidence'
import { saveClaim, saveRows } from '#learning/ingestion'
import { addAgentNote } from '#learning/notes'
import type { App } from '#platform/app'
import { CommitUnknown, DatabaseUnavailable, isLockTimeout, type Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { attempt, Refusal } from '#platform/refusal'
import { type Bound, bindKey, findBound, isFree, saveAnswer } from './bind-key.ts'
import { loadSubject } from './load-subject.ts'
import { type ReadReport, readReport } from './read-report.ts'

/** The answer, and the headers that tell of the minute and of a replay. */
export type SentReport = { answer: ReportAnswer; headers: Record<string, string> }

type Taken = { answer: ReportAnswer; slot: Slot }

/** How long a lost answer to a commit is asked after before we say that we do not know. */
const FIND_OUT_MS = 6_000
const FIND_OUT_EVERY_MS = 250

/**
 * The order of checks is that of a submit: replay, limit, body, ownership, conflict. The key, the rows and
 * all that is summed from them are one commit.
 */
export async function sendReport(
  app: App,
  caller: Caller,
  read: () => ReportBody,
  headerKey: string | undefined,
): Promise<SentReport> {
  const report = await attempt(() => readReport(read(), headerKey))
  if (report instanceof Refusal) throw await counted(app, caller, report)
  // Made before the commit: if its answer is lost, a report that is there under this id is ours.
  const id = newId('report')
  try {
    return await take(app, caller, id, report)
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    return await findOut(() => take(app, caller, id, report))
  }
}

async function take(app: App, caller: Caller, id: string, report: ReadReport): Promise<SentReport> {
  const bound = await findBound(app.db, caller.owner, report.key)
  if (bound?.body_hash.equals(report.bodyHash)) return replay(app, caller, id, bound)
  // A burst beyond the limit is turned away before it can hold connections and wait for the memory.
  await refuseIfFull(app.db, caller.owner, 'reports', app.config.rateLimits.reports)
  const subject = await attempt(() => loadSubject(app.db, caller.owner, report.body))
  if (subject instanceof Refusal) throw await counted(app, caller, subject)
  if (bound) throw await counted(app, caller, otherBody())
  const taken = await attempt(() => commit(app, caller, id, report, subject))
  if (taken instanceof Refusal) throw await counted(app, caller, taken)
  if ('body_hash' in taken) return replay(app, caller, id, taken)
  return { answer: taken.answer, headers: slotHeaders(taken.slot) }
}

/** All of it or nothing; or what was taken under this key while we were on our way. */
async function commit(
  app: App,
  caller: Caller,
  id: string,
  { key, body, bodyHash }: ReadReport,
  subject: AdFacts,
): Promise<Taken | Bound> {
  const { owner } = caller
  return app.db
    .transaction(async (tx) => {
      if (!(await isFree(tx, owner, key))) throw inFlight()
      const memory = await lockMemory(tx, owner)
      if (!(await bindKey(tx, memory.id, key, bodyHash))) {
        const bound = await findBound(tx, owner, key)
        if (bound?.body_hash.equals(bodyHash)) return bound
        throw otherBody()
      }
      const slot = await takeSlot(tx, owner, 'reports', app.config.rateLimits.reports)
      const kept = await keep(tx, caller, memory, { id, body, subject })
      const answer = { report: { id, ...kept }, message: messageOf(body, kept) }
      await saveAnswer(tx, memory.id, key, answer)
      return { answer, slot }
    })
    .catch((error) => {
      throw isLockTimeout(error) ? busy() : error
    })
}

/** What a claim always has; the schema has seen to it. */
type Stated = {
  [Field in 'metric' | 'value' | 'windowStart' | 'windowEnd']: NonNullable<ReportBody[Field]>
}

type Fresh = { id: string; body: ReportBody; subject: AdFacts }

async function keep(
  tx: Tx,
  { owner, keyId, keyName }: Caller,
  memory: Memory,
  { id: reportId, body, subject }: Fresh,
): Promise<Omit<Report, 'id'>> {
  const said = { reportId, sourceId: keyId, source: keyName }
  if (body.kind === 'observation') {
    const rows = (body.rows ?? []).map((row, rowNo) => ({
      ...said,
      rowNo,
      receivedAt: memory.now,
      about: aboutRow(subject, row),
      row,
    }))
    return saveRows(tx, owner, memory, rows)
  }
  const { metric, value, windowStart, windowEnd } = body as Stated
  const kept = await saveClaim(tx, owner, memory, {
    ...said,
    claimedAt: memory.now,
    about: subject,
    metric,
    value,
    windowStart,
    windowEnd,
    conversions: body.conversions ?? null,
    conversionType: body.conversionType ?? null,
    attribution: body.attribution ?? null,
    note: body.note || null,
  })
  if (body.note) await addAgentNote(tx, owner, { ...said, text: body.note })
  return kept
}

/** A row may name an ad and a campaign of its own. */
const aboutRow = (subject: AdFacts, row: ReportRow): AdFacts => ({
  ...subject,
  platform_ad_id: row.platformAdId ?? subject.platform_ad_id,
  platform_campaign_id: row.platformCampaignId ?? null,
  campaign_name: row.campaignName ?? subject.campaign_name,
})

/** The whole is asked for again: under the same key it is taken once, whatever came of the first try. */
async function findOut(again: () => Promise<SentReport>): Promise<SentReport> {
  for (const until = Date.now() + FIND_OUT_MS; Date.now() < until; ) {
    try {
      return await again()
    } catch (error) {
      const isFirstStillOpen = error instanceof Refusal && error.extra.inFlight === true
      const passing =
        error instanceof DatabaseUnavailable || error instanceof CommitUnknown || isFirstStillOpen
      if (!passing) throw error
      await new Promise((done) => setTimeout(done, FIND_OUT_EVERY_MS))
    }
  }
  throw new Refusal(
    'service_unavailable',
    'It is unknown whether the report was stored. Send it again with the same key: it counts once.',
    {},
    { 'retry-after': '5' },
  )
}

async function replay(app: App, caller: Caller, id: string, bound: Bound): Promise<SentReport> {
  const slot = await peekSlot(app.db, caller.owner, 'reports', app.config.rateLimits.reports)
  // The database keeps no order of fields, and the same answer is the same to the letter.
  const answer = ReportAnswer.parse(bound.answer)
  const isOurs = answer.report.id === id
  return { answer, headers: { ...slotHeaders(slot), ...(!isOurs && { 'idempotent-replayed': 'true' }) } }
}

/** A refused report counts in its minute too, and a full minute is told before anything else. */
async function counted(app: App, caller: Caller, refusal: Refusal): Promise<Refusal> {
  if (refusal.code === 'rate_limited' || refusal.status >= 500) return refusal
  const slot = await takeSlot(app.db, caller.owner, 'reports', app.config.rateLimits.reports)
  const headers = { ...refusal.headers, ...slotHeaders(slot) }
  return new Refusal(refusal.code, refusal.message, refusal.extra, headers)
}

function messageOf({ kind }: ReportBody, kept: Omit<Report, 'id'>): string {
  const { evidence, accepted, replaced, ignored } = kept
  if (kind === 'claim' && evidence === 'claimed')
    return 'Claim stored. It stays unverified until rows for its days are reported.'
  if (kind === 'claim') return 'Claim stored and compared with the rows of its days.'
  const parts = [
    accepted > 0 && `${accepted} new`,
    replaced > 0 && `${replaced} replaced an older reading`,
    ignored > 0 && `${ignored} ignored, because a newer reading is known`,
  ]
  return `Rows stored: ${parts.filter(Boolean).join(', ')}.`
}

const otherBody = () =>
  new Refusal(
    'idempotency_conflict',
    'This idempotencyKey was used with another body. Send a new one for a new report.',
    { inFlight: false },
  )

const inFlight = () =>
  new Refusal(
    'idempotency_conflict',
    'A report with this idempotencyKey is in progress. Send it again in 1 s.',
    { inFlight: true },
    { 'retry-after': '1' },
  )

const busy = () =>
  new Refusal(
    'service_unavailable',
    'Other reports of yours are being stored. Send the request again in a few seconds.',
    {},
    { 'retry-after': '2' },
  )
