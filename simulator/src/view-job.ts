import type { JobRequest } from './parse-job-request.ts'
import { pixelSize } from './pixel-size.ts'
import type { RenderedFile } from './rendered-file.ts'
import { scenarioOf } from './scenarios.ts'

/** An accepted job. Its later states follow from these fields and the time. */
export type Job = JobRequest & {
  id: string
  /** Sequence number of acceptance, from 1. */
  number: number
  seed: number
  longSidePixels: number
  acceptedAt: number
  /** Absent when the job never ends. */
  durationMs?: number
}

export interface JobView {
  id: string
  reference: string
  status: 'queued' | 'running' | 'succeeded' | 'failed'
  progress: number
  files: { url: string; contentType: RenderedFile['contentType']; width: number; height: number }[]
  error: null | { code: 'generation_failed' | 'moderated'; message: string }
}

const QUEUED_MS_MAX = 300
const HANG_PROGRESS = 42

/** The job as its submitter sees it at `now`. Computed on each call, never stored: no crash can lose it. */
export function viewJob(job: Job, now: number, baseUrl: string): JobView {
  const { id, reference } = job
  const scenario = scenarioOf(job)
  const view = { id, reference, files: [], error: null }
  const age = now - job.acceptedAt
  if (age < Math.min(QUEUED_MS_MAX, (job.durationMs ?? QUEUED_MS_MAX) / 10))
    return { ...view, status: 'queued', progress: 0 }
  if (job.durationMs === undefined) return { ...view, status: 'running', progress: HANG_PROGRESS }
  if (age < job.durationMs) {
    return { ...view, status: 'running', progress: Math.min(99, Math.floor((age / job.durationMs) * 100)) }
  }
  if (scenario.outcome !== 'succeeded') {
    // Contains an id and an address, as messages of real providers do; callers must remove them.
    const cause = scenario.outcome === 'moderated' ? 'was stopped by the safety filter' : 'failed'
    const message = `render ${id} ${cause}, see ${baseUrl}/v1/jobs/${id}`
    return { ...view, status: 'failed', progress: 50, error: { code: scenario.outcome, message } }
  }
  const [ending, contentType] =
    job.kind === 'video' ? (['mp4', 'video/mp4'] as const) : (['png', 'image/png'] as const)
  const files = Array.from({ length: scenario.fileCount(job.n) }, (_, index) => ({
    url: `${baseUrl}/v1/files/${id}/${index}.${ending}`,
    contentType,
    ...pixelSize(job, job.longSidePixels),
  }))
  return { ...view, status: 'succeeded', progress: 100, files }
}

/** When the job ends or ended, in epoch milliseconds; `undefined` when it never ends. */
export function endsAt(job: Job): number | undefined {
  return job.durationMs === undefined ? undefined : job.acceptedAt + job.durationMs
}
