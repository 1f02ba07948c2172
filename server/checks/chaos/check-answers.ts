import type { DatabaseRows, EntryRow, MediaRow } from '../../harness/audit/index.ts'
import type { Findings } from './count-names.ts'
import type { Polled } from './poll-media.ts'
import type { ClientLog } from './run-load.ts'
import type { SubmitAnswer } from './send-submit.ts'

type ReportWrong = (key: string, sentence: string) => void

/** Compares every answer with the database. `emails` are those of the users, by their index in the plan. */
export function checkAnswers(
  database: DatabaseRows,
  clientLog: ClientLog,
  emails: string[],
  findings: Findings,
): void {
  const report: ReportWrong = (key, sentence) => findings.add('wrongAnswers', key, sentence)
  const userOf = (answer: SubmitAnswer) => database.users.get(emails[answer.user] ?? '')
  for (const answer of clientLog.answers) {
    if (answer.kind === 'acknowledged') checkAcknowledged(answer, userOf(answer), database, report)
    if (answer.kind === 'refunded') checkRefunded(answer, userOf(answer), database, report)
    // The service must report every outage as such: a 500 is a bug.
    if (answer.status === 500) findings.add('crashes', answer.clientRef, `${answer.clientRef} got a 500`)
    if (answer.kind === 'wrong')
      report(answer.clientRef, `a valid submit got ${answer.status} ${answer.code}`)
  }
  for (const polled of clientLog.polled) checkPolled(polled, database, report)
  checkNothingCharged(database, clientLog, report)
}

function checkAcknowledged(
  answer: SubmitAnswer,
  userId: string | undefined,
  database: DatabaseRows,
  report: ReportWrong,
): void {
  const media = database.media.get(answer.id ?? '')
  if (!media) return // lost; `checkJobs` counts it
  const about = `${answer.clientRef} was answered ${media.id}`
  if (media.client_ref !== answer.clientRef || media.user_id !== userId)
    report(media.id, `${about}, a job of another user`)
  // A parallel request may have got the id of a job that the provider then refused: its ref is free.
  if (!media.client_ref_bound && !wasRefused(media, database))
    report(media.id, `${about}, which the ref is not bound to`)
  const charge = entryOf(database, media.id, 'charge')
  if (charge?.balance_after !== answer.balance) {
    report(
      media.id,
      `${about} with ${answer.balance} credits left, the ledger says ${charge?.balance_after ?? 'nothing'}`,
    )
  }
  if (answer.costCredits !== media.cost_credits)
    report(media.id, `${about} for ${answer.costCredits} credits`)
}

function checkRefunded(
  answer: SubmitAnswer,
  userId: string | undefined,
  database: DatabaseRows,
  report: ReportWrong,
): void {
  const media = database.media.get(answer.id ?? '')
  const about = `${answer.clientRef} was answered that ${answer.id} was refused and refunded`
  if (!media || media.user_id !== userId || media.client_ref !== answer.clientRef)
    return void report(answer.clientRef, about)
  const refund = entryOf(database, media.id, 'refund')
  const right =
    wasRefused(media, database) && refund?.amount === media.cost_credits && !media.client_ref_bound
  if (!right) return void report(media.id, `${about}, it is ${media.status}`)
  const balances = database.entries.filter(
    (entry) =>
      entry.user_id === media.user_id && entry.mode === media.mode && entry.seq >= (refund?.seq ?? 0),
  )
  if (!balances.some((entry) => entry.balance_after === answer.balance)) {
    report(media.id, `${about} with a balance of ${answer.balance}, which is none of the later balances`)
  }
}

function wasRefused(media: MediaRow, database: DatabaseRows): boolean {
  const last = database.submitsOf.get(media.id)?.at(-1)
  return media.status === 'failed' && last?.state === 'refused'
}

function checkPolled(polled: Polled, database: DatabaseRows, report: ReportWrong): void {
  const media = database.media.get(polled.id)
  const files = media?.status === 'completed' ? 1 + (database.siblings.get(polled.id)?.length ?? 0) : 0
  const right =
    media?.status === polled.status &&
    media.refunded_credits === polled.refundedCredits &&
    files === polled.files.length
  if (!right)
    report(
      polled.id,
      `a poll said ${polled.status}, ${polled.files.length} files, ${polled.refundedCredits} refunded`,
    )
}

/**
 * There are not more jobs of a clientRef than requests that may have created one.
 */
function checkNothingCharged(database: DatabaseRows, clientLog: ClientLog, report: ReportWrong): void {
  const jobs = Map.groupBy(database.media.values(), (media) => media.client_ref ?? '')
  for (const [clientRef, answer] of Map.groupBy(clientLog.answers, (one) => one.clientRef)) {
    const possible = answer.filter((one) => one.kind !== 'nothing' && one.kind !== 'wrong' && !one.replayed)
    const made = jobs.get(clientRef)?.length ?? 0
    if (made > possible.length) {
      report(
        clientRef,
        `${clientRef} has ${made} jobs, but only ${possible.length} requests that may have made one`,
      )
    }
  }
}

const entryOf = (database: DatabaseRows, id: string, kind: string): EntryRow | undefined =>
  database.entriesOf.get(id)?.find((entry) => entry.kind === kind)
