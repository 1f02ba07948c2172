import { type Answer, isRecord, readRetryAfterMs } from '#adapters/shared'
import type { FileSource, Handle, JobState } from '#platform/providers'
import { classifyError, hasEnvelope, signatureOf } from './classify-error.ts'
import type { FalAccount } from './fal-account.ts'
import type { FalHandle } from './fal-handle.ts'
import type { RepeatedFailures } from './repeated-failures.ts'
import type { UnitPrices } from './unit-prices.ts'

const TIMEOUT_MS = 5_000
/** About us or about the moment, never about the job. */
const NO_VERDICT = [401, 402, 403, 408, 425, 429]

export type Memory = { failures: RepeatedFailures; prices: UnitPrices }
type Answered = Answer & { kind: 'answered' }

/** Reads the status, and the result of a completed request: a failed one is completed as well. */
export async function checkRequest(account: FalAccount, handle: Handle, memory: Memory): Promise<JobState> {
  const { statusUrl } = handle as Partial<FalHandle>
  const answer = await account.ask(statusUrl ?? '', { timeoutMs: TIMEOUT_MS })
  if (answer.kind !== 'answered') return { kind: 'unreachable' }
  const isRead = answer.status === 200 || answer.status === 202
  switch (isRead && isRecord(answer.json) && answer.json.status) {
    case 'IN_QUEUE':
    case 'IN_PROGRESS':
      return { kind: 'pending', progress: null }
    case 'COMPLETED':
      return readResult(account, handle as FalHandle, memory)
    default:
      return askAgain(answer)
  }
}

async function readResult(account: FalAccount, handle: FalHandle, memory: Memory): Promise<JobState> {
  const { jobId, responseUrl, endpoint } = handle
  const answer = await account.ask(responseUrl, { timeoutMs: TIMEOUT_MS })
  if (answer.kind !== 'answered') return { kind: 'unreachable' }
  const { status, headers, json } = answer
  const isOutput = status === 200 && isRecord(json)
  const isEarly = status === 400 && isRecord(json) && /still in progress/i.test(String(json.detail))
  if (isEarly) return { kind: 'pending', progress: null }
  if (!isOutput && !isVerdict(answer, jobId, memory)) return askAgain(answer)
  memory.failures.forget(jobId)
  const costMicros = await memory.prices.costMicros(endpoint, headers['x-fal-billable-units'])
  if (!isOutput) {
    // What the platform breaks is never billed; what a model refuses may be, and nobody says.
    const billed = status >= 500 ? 0 : costMicros
    return { kind: 'failed', ...classifyError(answer, account.settings.key), ...bill(billed) }
  }
  const files = listFiles(json)
  if (files.length > 0) return { kind: 'done', files, ...bill(costMicros) }
  const message = 'The provider made no file.'
  return { kind: 'failed', class: 'provider_failed', message, ...bill(costMicros) }
}

const bill = (costMicros: number | undefined) =>
  costMicros === undefined ? {} : { reportedCostMicros: costMicros }

/** The status of a failed job is the model's own, so it must be told from trouble with the read. */
function isVerdict(answer: Answered, jobId: string, { failures }: Memory): boolean {
  const { status, headers, json } = answer
  if (!hasEnvelope(json) || NO_VERDICT.includes(status)) return false
  if (status < 500) return status >= 400
  return headers['x-fal-request-id'] !== undefined && failures.note(jobId, signatureOf(answer))
}

function askAgain({ headers }: Answered): JobState {
  const retryAfterMs = readRetryAfterMs(headers)
  return { kind: 'unreachable', ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Pictures or one video. Every field of a file but its address may be null. */
function listFiles({ images, video }: Record<string, unknown>): FileSource[] {
  const files = [...(Array.isArray(images) ? images : []), video].filter(isRecord)
  return files.flatMap(({ url }) => (typeof url === 'string' && url ? [{ kind: 'url', url }] : []))
}
