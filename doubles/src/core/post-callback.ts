import type { BuiltCallback } from './provider.ts'
import type { Task } from './task.ts'

/** One try to deliver a callback. */
export interface SentCallback {
  taskId: string
  reference: string | null
  at: number
  url: string
  attempt: number
  /** The fault that changed it. */
  variant: string | null
  /** `null` when no answer came. */
  status: number | null
}

/** Real milliseconds: a receiver that does not answer is no matter of the double's own time. */
const TIMEOUT_MS = 15_000

/** Fills in the status of the entry when the receiver has answered. */
export async function postCallback(entry: SentCallback, built: BuiltCallback): Promise<number | null> {
  entry.status = await postJson(entry.url, built)
  return entry.status
}

export function newSentCallback(
  task: Task,
  at: number,
  attempt: number,
  variant: string | null,
): SentCallback {
  const { id: taskId, reference, callbackUrl } = task
  return { taskId, reference, at, url: callbackUrl ?? '', attempt, variant, status: null }
}

async function postJson(url: string, { headers, body }: BuiltCallback): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const all = { 'content-type': 'application/json', ...headers }
    const answer = await fetch(url, { method: 'POST', headers: all, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}
