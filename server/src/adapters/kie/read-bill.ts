import { asRecord, readRepeatedly } from '#adapters/shared'
import { type Bill, type BillRow, BillUnreadable } from '#platform/providers'
import { CREDIT_MICROS } from './catalogue.ts'
import type { KieAccount } from './kie-account.ts'
import { readEnvelope } from './read-envelope.ts'

const TIMEOUT_MS = 10_000
/** kie names no limit of reads; new tasks have one of 2 in a second. */
const PAUSE_MS = 200

/** kie has no list of what it billed. Each task says what it consumed. */
export const readBill = (account: KieAccount): Bill => ({
  kind: 'jobs',
  pauseMs: PAUSE_MS,
  read: (handle) => readConsumed(account, handle),
})

async function readConsumed(account: KieAccount, { jobId }: { jobId: string }): Promise<BillRow | undefined> {
  const path = `/api/v1/jobs/recordInfo?taskId=${encodeURIComponent(jobId)}`
  const answer = await readRepeatedly(() => account.askApi(path, { timeoutMs: TIMEOUT_MS }))
  const envelope = answer && readEnvelope(answer)
  if (!envelope) throw new BillUnreadable('kie did not answer when it was asked for a task')
  if (envelope.code === 401) throw new BillUnreadable('kie refused KIE_KEY')
  const { taskId, state, creditsConsumed, completeTime, createTime } = asRecord(envelope.data)
  const isOurs = taskId === undefined || taskId === jobId
  const isEnded = state === 'success' || state === 'fail'
  const isPriced = isEnded && typeof creditsConsumed === 'number' && creditsConsumed >= 0
  if (envelope.code !== 200 || !isOurs || !isPriced) return undefined
  return {
    jobId,
    at: new Date(Number(completeTime ?? createTime)),
    costMicros: Math.round(creditsConsumed * CREDIT_MICROS),
  }
}
