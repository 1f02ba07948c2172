import type { Event, SubmitOutcome } from './journal.ts'

/** One POST to a route that buys. */
export interface Submit {
  number: number
  reference: string | null
  /** The first task it bought. */
  jobId: string | null
  /** All tasks it bought: more than one for a caller that asked once is a fault of the provider. */
  taskIds: string[]
  outcome: SubmitOutcome
  at: number
  /** Counts the submits of one reference, from 1. */
  try?: number
}

export interface Counts {
  posts: number
  /** Includes the tasks whose reply was lost: they were bought and they run. */
  accepted: number
  refused: number
  lostReplies: number
  downloads: number
  cutDownloads: number
  callbacksSent: number
}

/** What was posted and what became of it, in order. */
export function newSubmitLog() {
  const counts: Counts = {
    posts: 0,
    accepted: 0,
    refused: 0,
    lostReplies: 0,
    downloads: 0,
    cutDownloads: 0,
    callbacksSent: 0,
  }
  const submits: Submit[] = []
  const tries = new Map<string, number>()
  /** The tasks of each submit that bought any, by its number. */
  const bought = new Map<number, string[]>()
  const add = (submit: Omit<Submit, 'try'>) => {
    counts.posts++
    const { reference } = submit
    const nth = (tries.get(reference ?? '') ?? 0) + 1
    if (reference !== null) tries.set(reference, nth)
    submits.push(reference === null ? submit : { ...submit, try: nth })
  }
  return {
    counts,
    submits,
    addAccepted: ({ task, lost, at }: Extract<Event, { kind: 'accepted' }>) => {
      counts.accepted++
      const same = bought.get(task.submit)
      if (same) return void same.push(task.id)
      if (lost) counts.lostReplies++
      const { submit: number, reference, id } = task
      const taskIds = [id]
      bought.set(number, taskIds)
      add({ number, reference, jobId: id, taskIds, outcome: lost ? 'lost' : 'accepted', at })
    },
    addRefused: ({ submit: number, reference, outcome, at }: Extract<Event, { kind: 'refused' }>) => {
      if (outcome === 'refused') counts.refused++
      add({ number, reference, jobId: null, taskIds: [], outcome, at })
    },
  }
}
