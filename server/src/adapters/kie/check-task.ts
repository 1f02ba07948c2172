import { type Answer, asRecord, readRetryAfterMs } from '#adapters/shared'
import type { FileSource, Handle, JobState } from '#platform/providers'
import { isAdoptedFrom } from './adopt-task.ts'
import { CREDIT_MICROS } from './catalogue.ts'
import { classifyFailure, classifyRefusal } from './classify-error.ts'
import type { KieAccount } from './kie-account.ts'
import { readEnvelope } from './read-envelope.ts'
import { renewAddress } from './renew-address.ts'

const CHECK_TIMEOUT_MS = 10_000
/** Both are the answer for a task that was made a moment ago: there is no record of it yet. */
const NO_RECORD = [404, 422]
const ASK_AGAIN_MS = 5_000
const GENERATION_FAILED = 501

/** Reads a task. Only its own state and the code "generation failed" are a verdict, no other error is. */
export async function checkTask(account: KieAccount, handle: Handle): Promise<JobState> {
  const path = `/api/v1/jobs/recordInfo?taskId=${encodeURIComponent(handle.jobId)}`
  const answer = await account.askApi(path, { timeoutMs: CHECK_TIMEOUT_MS })
  const envelope = readEnvelope(answer)
  if (!envelope) return unreachable(answer)
  const { code, text } = envelope
  // That says nothing about the task. If it were pending, one that nobody asked for until now could stall.
  if (NO_RECORD.includes(code)) return { kind: 'unreachable', retryAfterMs: ASK_AGAIN_MS }
  const record = asRecord(envelope.data)
  if (code === GENERATION_FAILED && record.state === undefined)
    return {
      kind: 'failed',
      class: classifyRefusal(code, text) ?? 'provider_failed',
      message: account.clean(text) || 'The provider gave no reason.',
    }
  const isRecord = (code === 200 || code === GENERATION_FAILED) && isOf(record, handle)
  return isRecord ? readState(account, record) : unreachable(answer)
}

/** Some models report a progress whose scale nobody has confirmed, so none is passed on. */
async function readState(account: KieAccount, record: Record<string, unknown>): Promise<JobState> {
  if (record.state === 'success') return readResult(account, record)
  if (record.state !== 'fail') return { kind: 'pending', progress: null }
  const [failCode, failMsg] = [textOf(record.failCode), textOf(record.failMsg)]
  return {
    kind: 'failed',
    class: classifyFailure(failCode, failMsg),
    message: account.clean(failMsg) || 'The provider gave no reason.',
    ...billOf(record),
  }
}

async function readResult(account: KieAccount, record: Record<string, unknown>): Promise<JobState> {
  const urls = readUrls(record.resultJson)
  // A success whose result cannot be read is asked for again: it was paid.
  if (!urls) return { kind: 'unreachable' }
  const endedAt = Number(record.completeTime ?? Number.NaN)
  const files = urls.map(
    async (url): Promise<FileSource> => ({ kind: 'url', url: await renewAddress(account, url, endedAt) }),
  )
  return { kind: 'done', files: await Promise.all(files), ...billOf(record) }
}

/** A JSON text with further addresses of single frames; empty or null while there is no result. */
function readUrls(resultJson: unknown): string[] | undefined {
  try {
    const { resultUrls } = asRecord(JSON.parse(textOf(resultJson)))
    return Array.isArray(resultUrls) ? resultUrls.filter((url) => typeof url === 'string') : undefined
  } catch {
    return undefined
  }
}

/** A record of another task says nothing. */
const isOf = ({ taskId, param }: Record<string, unknown>, handle: Handle): boolean =>
  (taskId === undefined || taskId === handle.jobId) && isAdoptedFrom(param, handle)

function billOf({ creditsConsumed }: Record<string, unknown>): { reportedCostMicros?: number } {
  const isCost = typeof creditsConsumed === 'number' && creditsConsumed >= 0
  return isCost ? { reportedCostMicros: Math.round(creditsConsumed * CREDIT_MICROS) } : {}
}

function unreachable(answer: Answer): JobState {
  const retryAfterMs = answer.kind === 'answered' ? readRetryAfterMs(answer.headers) : undefined
  return retryAfterMs === undefined ? { kind: 'unreachable' } : { kind: 'unreachable', retryAfterMs }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
