import { readRetryAfterMs } from '#adapters/shared'
import type { JobState } from '#platform/providers'
import type { RunwayClient } from './new-runway-client.ts'
import { readTask } from './read-task.ts'

export const CHECK_TIMEOUT_MS = 10_000

export const taskPath = (jobId: string): string => `/v1/tasks/${encodeURIComponent(jobId)}`

/** Each check reads the task again, and each read of a finished task gives fresh addresses of its files. */
export async function checkTask(client: RunwayClient, jobId: string): Promise<JobState> {
  const answer = await client.call(taskPath(jobId), { timeoutMs: CHECK_TIMEOUT_MS })
  if (answer.kind !== 'answered') return { kind: 'unreachable' }
  if (answer.status === 200) return readTask(answer.json, client.clean) ?? { kind: 'unreachable' }
  // No status is a verdict on the job, not even 404: it may be rendering, and would be paid.
  const retryAfterMs = readRetryAfterMs(answer.headers)
  return { kind: 'unreachable', ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
