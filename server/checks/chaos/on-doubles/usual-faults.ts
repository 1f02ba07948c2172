import type { DoubleName } from '../../../harness/doubles/index.ts'

/** What is queued at each double, again after each of its starts. */
export type Faults = Record<DoubleName, object[]>

const always = { times: null }

const onSubmit = [
  { ...always, fault: 'lost_reply', percent: 2 },
  { ...always, fault: 'reset', percent: 1 },
  { ...always, fault: 'html', percent: 1 },
  { ...always, fault: 'rate_limited', percent: 2, retryAfterSeconds: 1 },
]

const onTask = [
  { ...always, fault: 'fail', percent: 3 },
  { ...always, fault: 'stuck', percent: 1 },
  { ...always, fault: 'files', count: 1, percent: 6 },
  { ...always, fault: 'files', percent: 1 },
]

const onCallback = [
  { ...always, fault: 'missing', percent: 6 },
  { ...always, fault: 'duplicate', percent: 6 },
]

const onRead = (on: string) => [
  { ...always, on, fault: 'html', percent: 2 },
  { ...always, on, fault: 'reset', percent: 1 },
]

const onMedia = [
  { ...always, on: 'media', fault: 'truncate', percent: 3 },
  { ...always, on: 'media', fault: 'reset', percent: 1 },
]

/** Low rates of what providers do: most jobs are as they should be. A held request has no further reads. */
export const usualFaults: Faults = {
  fal: [...onSubmit, ...onTask, ...onCallback, ...onRead('status'), ...onRead('result'), ...onMedia],
  kie: [...onSubmit, ...onTask, ...onCallback, ...onRead('status'), ...onMedia],
  openai: [...onSubmit, ...onTask.filter(({ fault }) => fault !== 'stuck')],
  runway: [...onSubmit, ...onTask, ...onRead('status'), ...onMedia],
}

export const noFaults: Faults = { fal: [], kie: [], openai: [], runway: [] }
