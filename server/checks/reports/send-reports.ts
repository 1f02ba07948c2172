import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { runParallel, sendRequest } from '../../harness/driver/index.ts'
import type { Body, GeneratedReport } from './generate-reports.ts'

/** How many rows of one report were accepted, replaced another or were ignored. */
export type Counts = { accepted: number; replaced: number; ignored: number }

/** A report that the service accepted, with the counts of its answer. */
export type AcceptedReport = GeneratedReport & { id: string; counts: Counts }

export type Tally = { requests: number; accepted: number; replays: number; inFlight: number; refused: number }

type Answer = {
  status: number
  isReplay: boolean
  body: { report?: Counts & { id: string }; inFlight?: boolean }
}

const CONCURRENCY = 12
const ATTEMPTS_MAX = 200
/**
 * A report with this many copies is also sent with a conflicting body. One in five has that many. The choice
 * depends on the report alone, so that it is the same for the same seed.
 */
const COPIES_WITH_CONFLICT = 5

export type SendContext = {
  baseUrl: string
  /** API keys, by the index of the user and then of the key. */
  keys: string[][]
  dispatcher: Dispatcher
  complaints: string[]
}

/** Sends every report as many times as it has copies, and checks that the answers are right and equal. */
export async function sendReports(
  context: SendContext,
  reports: Iterable<GeneratedReport>,
): Promise<[AcceptedReport[], Tally]> {
  const accepted: AcceptedReport[] = []
  const tally: Tally = { requests: 0, accepted: 0, replays: 0, inFlight: 0, refused: 0 }
  await runParallel(CONCURRENCY, reports, async (report) => {
    const stored = await sendReport(context, report, tally)
    if (stored) accepted.push(stored)
  })
  return [accepted, tally]
}

async function sendReport(
  context: SendContext,
  report: GeneratedReport,
  tally: Tally,
): Promise<AcceptedReport | undefined> {
  const sendCopy = () => sendUntilAnswered(context, report, tally)
  const answers: Answer[] = []
  if (report.isParallel) answers.push(...(await Promise.all(Array.from({ length: report.copies }, sendCopy))))
  else for (let i = 0; i < report.copies; i++) answers.push(await sendCopy())
  const name = report.body.idempotencyKey
  if (report.isBad) {
    const refused = answers.filter(({ status }) => status === 400).length
    tally.refused += refused
    if (refused !== answers.length)
      context.complaints.push(`${name}: a report with an invalid row was not answered 400`)
    return undefined
  }
  const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
  const first = answers[0]?.body.report
  const newCount = answers.filter(({ isReplay }) => !isReplay).length
  if (bodies.size !== 1 || !first)
    context.complaints.push(`${name}: the answers differ or contain no report: ${[...bodies].join(', ')}`)
  if (newCount !== 1)
    context.complaints.push(`${name}: ${newCount} answers are not marked as a replay, expected exactly 1`)
  await sendConflictingBody(context, report, tally)
  if (!first) return undefined
  tally.accepted++
  tally.replays += answers.length - newCount
  const { id, accepted, replaced, ignored } = first
  return { ...report, id, counts: { accepted, replaced, ignored } }
}

/** Sends another body with the same idempotency key, which must be refused. */
async function sendConflictingBody(
  context: SendContext,
  report: GeneratedReport,
  tally: Tally,
): Promise<void> {
  if (report.copies !== COPIES_WITH_CONFLICT) return
  const body = { ...report.body, campaignName: 'another' }
  const { status, body: answer } = await sendUntilAnswered(context, { ...report, body }, tally)
  if (status === 409 && answer.inFlight === false) tally.refused++
  else
    context.complaints.push(`${body.idempotencyKey}: another body with the same key was answered ${status}`)
}

/** Repeats the request while the service answers that a request with the same key is in flight. */
async function sendUntilAnswered(
  context: SendContext,
  report: GeneratedReport,
  tally: Tally,
): Promise<Answer> {
  for (let i = 0; i < ATTEMPTS_MAX; i++) {
    const answer = await post(context, context.keys[report.user]?.[report.key] ?? '', report.body)
    tally.requests++
    if (answer.status !== 409 || answer.body.inFlight !== true) return answer
    tally.inFlight++
    await sleep(20 + 40 * Math.random())
  }
  throw new Error(`${report.body.idempotencyKey} is still in flight after ${ATTEMPTS_MAX} attempts`)
}

export async function post(
  { baseUrl, dispatcher }: SendContext,
  apiKey: string,
  body: Body,
): Promise<Answer> {
  const target = { baseUrl, headers: { 'x-api-key': apiKey }, dispatcher }
  const answer = await sendRequest(target, 'POST', '/api/agent/reports', { body })
  if (answer.status >= 500) throw new Error(`a report was answered ${answer.status}: ${answer.text}`)
  const isReplay = answer.headers['idempotent-replayed'] === 'true'
  return { status: answer.status, isReplay, body: answer.body }
}
