import type { App } from '#platform/app'
import { failureOf, type JobState, type Provider } from '#platform/providers'
import type { MadeFile } from '#production/results'
import { RETRY_MS, retryMs, UNREACHABLE_MS } from '#production/timing'
import {
  type EndedTry,
  isLost,
  markEnded,
  markRefused,
  type PartTry,
  recordSurely,
  type TriedJob,
} from '#production/tries'
import { resolveParts } from './resolve-parts.ts'
import { triesOf } from './send-parts.ts'
import type { Failure } from './settle.ts'
import { type Finished, type PlacedFile, readKept } from './take-files.ts'

/** The state of one part: what its provider says now, or what is known of it already. */
type PartState =
  | JobState
  | { kind: 'kept'; files: PlacedFile[] }
  | { kind: 'done before' }
  | { kind: 'unsent'; waitMs: number }

/** The state of all parts of a job together. */
export type CheckedParts = Finished & {
  isUnreachable: boolean
  isPending: boolean
  isDone: boolean
  progress: number | null
  /** How long the slowest of those that are not done has taken. */
  renderingMs: number
  /** A part must be sent again, or the provider wants to be asked later. */
  waitMs: number | undefined
  retryAfterMs: number | undefined
  failure: Failure
}

type Checked = { part: PartTry; state: PartState }

const noFile: JobState = {
  kind: 'failed',
  class: 'provider_failed',
  message: 'The provider finished without a file',
}

/** Asks the provider about every part that has not ended, and sends again what it has not got. */
export async function checkParts(app: App, job: TriedJob): Promise<CheckedParts> {
  // A provider that was removed from the settings cannot be reached: its jobs stall and are refunded.
  const provider = app.providers.findByName(job.provider)
  const parts = await Promise.all(
    job.tries.map(async (part) => ({ part, state: await checkPart(provider, part) })),
  )
  const isBilled = parts.some(({ state }) => 'reportedCostMicros' in state)
  if (job.tries.length > 1 || isBilled) await settleParts(app, job, parts)
  const readFiles = async () => {
    const done = parts.filter(({ state }) => state.kind === 'done' || state.kind === 'done before')
    const again = await Promise.all(
      done.map(async ({ part }) => ({
        part,
        state: await checkPart(provider, { ...part, is_ended: false }),
      })),
    )
    const isWhole = again.every(({ state }) => state.kind === 'done')
    return { files: placeFiles(again, provider, job.n), isWhole }
  }
  return summarize({ parts, provider, n: job.n, readFiles })
}

async function checkPart(provider: Provider | undefined, part: PartTry): Promise<PartState> {
  if (isLost(part)) return { kind: 'failed', class: part.error_class ?? 'unknown', message: NOT_MADE }
  if (part.state !== 'accepted' || !part.handle) return { kind: 'unsent', waitMs: RETRY_MS }
  const kept = readKept(part.handle)
  if (kept && kept.length > 0) return { kind: 'kept', files: kept }
  // It made none, or none of those that it made could be stored.
  if (kept) return part.handle.made === 0 ? noFile : notKept
  if (part.is_ended && part.error_class) return { kind: 'failed', class: part.error_class, message: NOT_MADE }
  if (part.is_ended) return { kind: 'done before' }
  const state = (await provider?.check(part.handle)) ?? { kind: 'unreachable' as const }
  return state.kind === 'done' && state.files.length === 0 ? noFile : state
}

const NOT_MADE = 'The provider did not make it'
const notKept: JobState = {
  kind: 'failed',
  class: 'expired',
  message: 'The finished file could not be stored',
}

/** Records which parts ended now, and finds out about those that the provider has not accepted. */
async function settleParts(app: App, job: TriedJob, parts: Checked[]): Promise<void> {
  const ended = parts.flatMap(({ part, state }) => (part.is_ended ? [] : endOf(part, state)))
  if (ended.length > 0) await markEnded(app.db, job.id, ended)
  for (const { costMicros } of ended) app.metrics.countProviderCost(job.provider, 'reported', costMicros ?? 0)
  if (!parts.some(({ state }) => state.kind === 'unsent')) return
  const outcomes = await resolveParts(app, job, false)
  const refused = triesOf(outcomes)
  if (refused.length > 0) await recordSurely(() => markRefused(app.db, job.id, refused))
  for (const [i, one] of parts.entries()) {
    const outcome = outcomes[i]
    if (one.state.kind !== 'unsent' || !outcome) continue
    if (outcome.kind === 'refused' && !outcome.isTemporary)
      one.state = { kind: 'failed', class: outcome.failure.errorClass ?? 'unknown', message: NOT_MADE }
    else if (outcome.kind === 'lost') one.state = { kind: 'failed', class: 'unknown', message: NOT_MADE }
    else if ('waitMs' in outcome) one.state = { kind: 'unsent', waitMs: outcome.waitMs }
  }
}

function endOf(part: PartTry, state: PartState): EndedTry[] {
  if (part.state !== 'accepted') return []
  if (state.kind !== 'failed' && state.kind !== 'done' && state.kind !== 'kept') return []
  const costMicros = ('reportedCostMicros' in state ? state.reportedCostMicros : undefined) ?? null
  return [{ try: part.try, errorClass: state.kind === 'failed' ? state.class : null, costMicros }]
}

/** Each part has its own numbers, so a repeated step writes the same objects. */
function placeFiles(parts: Checked[], provider: Provider | undefined, n: number): MadeFile[] {
  const perPart = provider?.filesPerJob ?? n
  return parts.flatMap(({ part, state }) => {
    const first = part.part * perPart
    const files = state.kind === 'done' ? state.files.slice(0, Math.min(perPart, n - first)) : []
    return files.map((source, i) => ({ index: first + i, source }))
  })
}

type Summed = {
  parts: Checked[]
  provider: Provider | undefined
  n: number
  readFiles: CheckedParts['readFiles']
}

function summarize({ parts, provider, n, readFiles }: Summed): CheckedParts {
  const states = parts.map(({ state }) => state)
  const failed = states.filter((state) => state.kind === 'failed')
  // What a caller can change comes first.
  const failure = failed.find((state) => state.class === 'moderation') ?? failed[0] ?? noFile
  const waits = states.flatMap((state) => (state.kind === 'unsent' ? [state.waitMs] : []))
  const retries = states.flatMap((state) => ('retryAfterMs' in state ? [state.retryAfterMs ?? 0] : []))
  const open = parts.filter(({ state }) => state.kind === 'pending' || state.kind === 'unreachable')
  return {
    isUnreachable: states.some(({ kind }) => kind === 'unreachable'),
    isPending: states.some(({ kind }) => kind === 'pending' || kind === 'unsent'),
    isDone: states.some(({ kind }) => kind === 'done' || kind === 'done before' || kind === 'kept'),
    progress: progressOf(states),
    renderingMs: Math.max(0, ...(open.length > 0 ? open : parts).map(({ part }) => part.rendering_ms ?? 0)),
    waitMs: waits.length > 0 ? Math.min(...waits) : undefined,
    retryAfterMs: retries.length > 0 ? Math.max(...retries) : undefined,
    failure: failureOf(failure as Extract<JobState, { kind: 'failed' }>),
    kept: states.flatMap((state) => (state.kind === 'kept' ? state.files : [])),
    files: placeFiles(parts, provider, n),
    readFiles,
    isComplete: !states.some(({ kind }) => kind === 'done before'),
  }
}

/** Of all parts together, if the provider reports it of each. */
function progressOf(states: PartState[]): number | null {
  const all = states.map((state) => {
    if (state.kind === 'pending') return state.progress
    return state.kind === 'unsent' || state.kind === 'unreachable' ? 0 : 100
  })
  const known = all.filter((one) => one !== null)
  return known.length < all.length ? null : Math.trunc(known.reduce((sum, one) => sum + one, 0) / all.length)
}

/** After a check that the provider did not answer. */
export const unreachableMs = ({ retryAfterMs }: CheckedParts): number => retryMs(retryAfterMs, UNREACHABLE_MS)
