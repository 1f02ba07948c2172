import type { Findings } from './keep-findings.ts'
import type { Polled } from './poll-media.ts'
import type { EntryRow, MediaRow, Truth } from './read-truth.ts'
import type { Diary } from './run-load.ts'
import type { Told } from './send-order.ts'

type Liar = (key: string, sentence: string) => void

/** Holds the service to every word it said. `emails` are those of the users, by their place in the plan. */
export function checkAnswers(truth: Truth, diary: Diary, emails: string[], findings: Findings): void {
  const lie: Liar = (key, sentence) => findings.add('answersThatLie', key, sentence)
  const userOf = (told: Told) => truth.users.get(emails[told.user] ?? '')
  for (const told of diary.told) {
    if (told.kind === 'acknowledged') checkAcknowledged(told, userOf(told), truth, lie)
    if (told.kind === 'refunded') checkRefunded(told, userOf(told), truth, lie)
    // Whatever is down, the service knows it and says so: a 500 is a bug of ours.
    if (told.status === 500) findings.add('crashes', told.clientRef, `${told.clientRef} got a 500`)
    if (told.kind === 'wrong') lie(told.clientRef, `a valid order got ${told.status} ${told.code}`)
  }
  for (const polled of diary.polled) checkPolled(polled, truth, lie)
  checkNothingCharged(truth, diary, lie)
}

function checkAcknowledged(told: Told, userId: string | undefined, truth: Truth, lie: Liar): void {
  const media = truth.media.get(told.id ?? '')
  if (!media) return // lost, and counted as that
  const about = `${told.clientRef} was told ${media.id}`
  if (media.client_ref !== told.clientRef || media.user_id !== userId)
    lie(media.id, `${about}, another's job`)
  // A parallel request may have been told of a job that the provider then refused: its ref is free.
  if (!media.client_ref_bound && !wasRefused(media, truth))
    lie(media.id, `${about}, which the ref is not bound to`)
  const charge = entryOf(truth, media.id, 'charge')
  if (charge?.balance_after !== told.balance) {
    lie(
      media.id,
      `${about} with ${told.balance} credits left, the ledger says ${charge?.balance_after ?? 'nothing'}`,
    )
  }
  if (told.costCredits !== media.cost_credits) lie(media.id, `${about} for ${told.costCredits} credits`)
}

function checkRefunded(told: Told, userId: string | undefined, truth: Truth, lie: Liar): void {
  const media = truth.media.get(told.id ?? '')
  const about = `${told.clientRef} was told that ${told.id} was refused and refunded`
  if (!media || media.user_id !== userId || media.client_ref !== told.clientRef)
    return void lie(told.clientRef, about)
  const refund = entryOf(truth, media.id, 'refund')
  const right = wasRefused(media, truth) && refund?.amount === media.cost_credits && !media.client_ref_bound
  if (!right) return void lie(media.id, `${about}, it is ${media.status}`)
  const balances = truth.entries.filter(
    (entry) =>
      entry.user_id === media.user_id && entry.mode === media.mode && entry.seq >= (refund?.seq ?? 0),
  )
  if (!balances.some((entry) => entry.balance_after === told.balance)) {
    lie(media.id, `${about} with a balance of ${told.balance}, which it never was after that`)
  }
}

function wasRefused(media: MediaRow, truth: Truth): boolean {
  const last = truth.submitsOf.get(media.id)?.at(-1)
  return media.status === 'failed' && last?.state === 'refused'
}

function checkPolled(polled: Polled, truth: Truth, lie: Liar): void {
  const media = truth.media.get(polled.id)
  const files = media?.status === 'completed' ? 1 + (truth.siblings.get(polled.id)?.length ?? 0) : 0
  const right =
    media?.status === polled.status &&
    media.refunded_credits === polled.refundedCredits &&
    files === polled.files.length
  if (!right)
    lie(
      polled.id,
      `a poll said ${polled.status}, ${polled.files.length} files, ${polled.refundedCredits} refunded`,
    )
}

/** A job was made by one of the requests of its clientRef, and by none that was told it moved nothing. */
function checkNothingCharged(truth: Truth, diary: Diary, lie: Liar): void {
  const jobs = Map.groupBy(truth.media.values(), (media) => media.client_ref ?? '')
  for (const [clientRef, told] of Map.groupBy(diary.told, (one) => one.clientRef)) {
    const possible = told.filter((one) => one.kind !== 'nothing' && one.kind !== 'wrong' && !one.replayed)
    const made = jobs.get(clientRef)?.length ?? 0
    if (made > possible.length) {
      lie(
        clientRef,
        `${clientRef} has ${made} jobs, but only ${possible.length} requests that may have made one`,
      )
    }
  }
}

const entryOf = (truth: Truth, id: string, kind: string): EntryRow | undefined =>
  truth.entriesOf.get(id)?.find((entry) => entry.kind === kind)
