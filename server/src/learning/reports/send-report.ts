import { type Report, ReportAnswer, type ReportBody, type ReportRow } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { countRequests, type RateLimitSlot, type RequestCounter, slotHeaders } from '#access/limits'
import { withinQuota } from '#access/quotas'
import { type AdFacts, inMemoryTurn, lockMemory, type Memory } from '#learning/evidence'
import { OWNER_IMPORT, type SavedRows, saveClaim, saveRows } from '#learning/ingestion'
import { addAgentNote, OWNER_SOURCE } from '#learning/notes'
import type { App } from '#platform/app'
import { commitOnce, type Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { attempt, Refusal } from '#platform/refusal'
import { type BoundReport, bindKey, findBound, isFree, saveAnswer } from './bind-key.ts'
import { completeRows } from './complete-rows.ts'
import { loadSubject } from './load-subject.ts'
import { type KeyedReport, readReport } from './read-report.ts'

/** The answer to a report, with the rate-limit headers and the mark of a replay. */
export type SentReport = { answer: ReportAnswer; headers: Record<string, string> }

type Stored = { answer: ReportAnswer; slot: RateLimitSlot }

/** A report on its way: its id is chosen first, so that a lost commit can be found again. */
type Incoming = { app: App; caller: Caller; counter: RequestCounter; id: string; report: KeyedReport }

/**
 * Stores a report, once for each idempotency key. The checks are in the order of a submit: replay, rate
 * limit, body, ownership, conflict. The key, the rows and everything summed from them are one commit.
 */
export async function sendReport(
  app: App,
  caller: Caller,
  readBody: () => ReportBody,
  headerKey: string | undefined,
): Promise<SentReport> {
  const counter = countRequests(app, caller, 'reports')
  const report = await attempt(() => readReport(readBody(), headerKey))
  if (report instanceof Refusal) throw await counter.countRefusal(report)
  const incoming = { app, caller, counter, id: newId('report'), report }
  const send = () => replayOrStore(incoming)
  // Sending again under the same key is how we find out: the report is stored once, whatever became of it.
  return commitOnce(send, { findOut: send, mayPass: isInFlight, stillUnknown })
}

async function replayOrStore(incoming: Incoming): Promise<SentReport> {
  const { app, caller, counter, report } = incoming
  const bound = await findBound(app.db, caller.owner, report.key)
  if (bound?.body_hash.equals(report.bodyHash)) return replay(incoming, bound)
  await counter.refuseIfFull()
  const subject = await attempt(() => loadSubject(app.db, caller.owner, report.body))
  if (subject instanceof Refusal) throw await counter.countRefusal(subject)
  if (bound) throw await counter.countRefusal(otherBody())
  const stored = await attempt(() => store(incoming, subject))
  if (stored instanceof Refusal) throw await counter.countRefusal(stored)
  if ('body_hash' in stored) return replay(incoming, stored)
  return { answer: stored.answer, headers: slotHeaders(stored.slot) }
}

/** One commit; or the report that another request stored under this key in the meantime. */
async function store(incoming: Incoming, subject: AdFacts): Promise<Stored | BoundReport> {
  const { app, caller, counter, id, report } = incoming
  const { key, body, bodyHash } = report
  const { owner } = caller
  return onceInFlight([owner.userId, owner.mode, key].join(' '), () =>
    inMemoryTurn(owner, () =>
      withinQuota(app, owner).transaction(async (tx) => {
        if (!(await isFree(tx, owner, key))) throw inFlight()
        const memory = await lockMemory(tx, owner)
        if (!(await bindKey(tx, memory.id, key, bodyHash))) {
          const bound = await findBound(tx, owner, key)
          if (bound?.body_hash.equals(bodyHash)) return bound
          throw otherBody()
        }
        const slot = await counter.take(tx)
        const { message, ...saved } = await save(tx, caller, memory, { id, body, subject })
        const answer = ReportAnswer.parse({ report: { id, ...saved }, message })
        await saveAnswer(tx, memory.id, key, answer)
        return { answer, slot }
      }),
    ),
  )
}

/** The keys under which this process is storing a report. */
const keysInFlight = new Set<string>()

/** A second request with the key of a waiting report is answered at once. */
async function onceInFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
  if (keysInFlight.has(key)) throw inFlight()
  keysInFlight.add(key)
  try {
    return await work()
  } finally {
    keysInFlight.delete(key)
  }
}

/** The stored answer. When it is this very request's, whose commit answer was lost, it is no replay. */
async function replay({ counter, id }: Incoming, bound: BoundReport): Promise<SentReport> {
  const { report, message } = bound.answer
  // Answers that were stored before there was a subjectEvidence have it in evidence.
  const subjectEvidence = report.subjectEvidence ?? report.evidence
  // jsonb does not keep the order of fields. Parsing gives both answers one: a replay is the same text.
  const answer = ReportAnswer.parse({ report: { ...report, subjectEvidence }, message })
  const isOwn = answer.report.id === id
  return { answer, headers: isOwn ? slotHeaders(await counter.peek()) : await counter.replayHeaders() }
}

/** The fields that the schema requires of a claim. */
type Stated = {
  [Field in 'metric' | 'value' | 'windowStart' | 'windowEnd']: NonNullable<ReportBody[Field]>
}

type NewReport = { id: string; body: ReportBody; subject: AdFacts }

/** What became of a report, and the sentence that says so. */
type Saved = Omit<Report, 'id'> & { message: string }

async function save(
  tx: Tx,
  { owner, keyId, keyName }: Caller,
  memory: Memory,
  { id: reportId, body, subject }: NewReport,
): Promise<Saved> {
  const source = { reportId, sourceId: keyId ?? OWNER_IMPORT, source: keyName }
  if (body.kind === 'observation') {
    const rows = completeRows(body, memory.now).map((row, rowNo) => ({
      ...source,
      rowNo,
      receivedAt: memory.now,
      about: aboutRow(subject, row),
      row,
    }))
    const saved = await saveRows(tx, owner, memory, rows)
    return { ...saved, subjectEvidence: saved.evidence, message: describeRows(saved) }
  }
  const { metric, value, windowStart, windowEnd } = body as Stated
  const subjectEvidence = await saveClaim(tx, owner, memory, {
    ...source,
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
  const author = { ...source, sourceId: keyId ?? OWNER_SOURCE }
  if (body.note) await addAgentNote(tx, owner, { ...author, text: body.note, keywords: body.keywords })
  const message =
    subjectEvidence === 'claimed'
      ? 'Claim stored. It stays unverified until rows for its days are reported.'
      : 'Claim stored and compared with the rows of its days.'
  // Rows about the ad do not turn the claim into an observation.
  return { evidence: 'claimed', subjectEvidence, accepted: 1, replaced: 0, ignored: 0, message }
}

/** A row may name its own ad and campaign. */
const aboutRow = (subject: AdFacts, row: ReportRow): AdFacts => ({
  ...subject,
  platform_ad_id: row.platformAdId ?? subject.platform_ad_id,
  platform_campaign_id: row.platformCampaignId ?? null,
  campaign_name: row.campaignName ?? subject.campaign_name,
})

function describeRows({ accepted, replaced, ignored }: SavedRows): string {
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

const isInFlight = (error: unknown): boolean => error instanceof Refusal && error.extra.inFlight === true

const stillUnknown = () =>
  new Refusal(
    'service_unavailable',
    'It is unknown whether the report was stored. Send it again with the same key: it counts once.',
    {},
    { 'retry-after': '5' },
  )
