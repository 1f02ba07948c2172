import type { Callbacks } from './callbacks.ts'
import type { LoggedRequest } from './request-log.ts'
import type { State } from './state.ts'
import { isEnded } from './task.ts'

/** What a checker compares with its own records. Jobs, submits and counts look as in the simulator's log. */
export function buildLog(state: State, requests: readonly LoggedRequest[], callbacks: Callbacks) {
  const jobs = Array.from(state.board.tasks.values(), (task) => {
    const now = state.board.stateOf(task.id)
    const ended = now !== undefined && isEnded(now)
    const { id, reference, model, kind, references, acceptedAt } = task
    return {
      id,
      jobId: id,
      reference,
      model,
      kind,
      references,
      acceptedAt,
      startedAt: now?.startedAt ?? null,
      finishedAt: now?.endedAt ?? null,
      outcome: ended ? now.status : null,
    }
  })
  return {
    submits: state.submits,
    jobs,
    counts: state.counts,
    perReference: countPerReference(state),
    requests,
    callbacks: callbacks.sent,
  }
}

/** The proof of at most one purchase: for each reference, how often it was posted and what was bought. */
function countPerReference(state: State): Record<string, { posts: number; accepted: number }> {
  const all: Record<string, { posts: number; accepted: number }> = {}
  for (const { reference, taskIds } of state.submits) {
    if (reference === null) continue
    const counted = all[reference] ?? { posts: 0, accepted: 0 }
    all[reference] = { posts: counted.posts + 1, accepted: counted.accepted + taskIds.length }
  }
  return all
}
