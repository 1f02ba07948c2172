import type { Findings as AnyFindings } from '../../harness/report/index.ts'

/** What must be zero at the end of every run. */
export const countNames = [
  'lostJobs',
  'doubleCharges',
  'doubleOrMissingRefunds',
  'secondSubmits',
  'brokenChains',
  'corruptFiles',
  'needlessStalls',
  'needlessFailures',
  'wrongAnswers',
  'changedFinals',
  'wrongInputs',
  'wrongReferences',
  'wrongLibraries',
  'wrongCounts',
  'wrongCancels',
  'wrongErasures',
  'cutRequests',
  'stuckRuns',
  'wrongBills',
  'testKeysOutside',
  'crashes',
] as const
export type CountName = (typeof countNames)[number]

export type Findings = AnyFindings<CountName>
