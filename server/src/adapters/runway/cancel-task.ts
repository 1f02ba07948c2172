import { CHECK_TIMEOUT_MS, checkTask, taskPath } from './check-task.ts'
import type { RunwayClient } from './new-runway-client.ts'

/**
 * Ends a task that is not finished. The same call deletes a finished one with its files, so the task is
 * read first, and nothing is sent when it is finished or cannot be read.
 */
export async function cancelTask(client: RunwayClient, jobId: string): Promise<void> {
  const state = await checkTask(client, jobId)
  if (state.kind !== 'pending') return
  // Without an answer the task goes on and is paid: nobody waits for it, so this is not tried again.
  await client.call(taskPath(jobId), { method: 'DELETE', timeoutMs: CHECK_TIMEOUT_MS })
}
