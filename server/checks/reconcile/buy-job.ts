import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorClass, Handle, Provider, ProviderRequest } from '../../src/platform/providers/index.ts'
import type { RunningDouble } from './open-doubles.ts'

/** What a try got from its provider, as the service would record it. */
export type Answered = {
  state: 'accepted' | 'refused'
  handle: Handle | null
  errorClass: ErrorClass | null
  expectedMicros: number | null
  reportedMicros: number | null
  startedAt: Date
  answeredAt: Date
  endedAt: Date | null
  files: number
}

export type Purchase = { provider: Provider; double: RunningDouble; request: ProviderRequest }

const SUBMIT_MS = 30_000
/** Longer than anything takes to render. */
const RENDER_MS = 180_000
/** The windows of all jobs are shorter. */
const CHECKS_MAX = 10

/** Buys one job from a double through its adapter, and waits for its end, or gives it up. */
export async function buyJob({ provider, double, request }: Purchase): Promise<Answered> {
  const startedAt = double.now()
  const submitting = provider.submit(request, SUBMIT_MS)
  // A provider that holds the submit answers when its time has passed.
  if (provider.lostTries === 'close') await advanceUntil(double, submitting)
  const answer = await submitting
  const shared = { startedAt, answeredAt: double.now(), endedAt: null, files: 0, reportedMicros: null }
  if (answer.kind === 'unknown') throw new Error(`the submit of ${request.reference} is unknown`)
  if (answer.kind === 'refused')
    return { ...shared, state: 'refused', handle: null, errorClass: answer.class, expectedMicros: null }
  if (answer.kind === 'finished') {
    await answer.discard?.()
    const handle = { jobId: `files/${request.reference}/${randomBytes(4).toString('hex')}` }
    const reportedMicros = answer.reportedCostMicros ?? null
    const files = answer.files.length
    return {
      ...shared,
      state: 'accepted',
      handle,
      errorClass: null,
      expectedMicros: null,
      reportedMicros,
      files,
    }
  }
  const { handle, expectedCostMicros: expectedMicros = null } = answer
  await double.advance(RENDER_MS)
  for (let checks = 0; checks < CHECKS_MAX; checks++) {
    const state = await provider.check(handle)
    if (state.kind !== 'done' && state.kind !== 'failed') {
      await double.advance(RENDER_MS)
      continue
    }
    const reportedMicros = state.reportedCostMicros ?? null
    const [files, errorClass] = state.kind === 'done' ? [state.files.length, null] : [0, state.class]
    const ended = { endedAt: double.now(), files, errorClass, reportedMicros }
    return { ...shared, ...ended, state: 'accepted', handle, expectedMicros }
  }
  await provider.cancel?.(handle)
  return { ...shared, state: 'accepted', handle, errorClass: null, expectedMicros }
}

async function advanceUntil(double: RunningDouble, waitedFor: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = waitedFor.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await Promise.race([over, sleep(20)])
    if (!isOver) await double.advance(RENDER_MS)
  }
}
