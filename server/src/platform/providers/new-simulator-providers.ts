import { REFERENCES_PER_JOB } from '@atelier/contract'
import { Agent, request } from 'undici'
import type { ModelOffer } from './model-offer.ts'
import {
  FILES_MAX,
  type FindResponse,
  type JobState,
  type Provider,
  type ProviderRequest,
  type SubmitResponse,
  usualTimes,
} from './provider.ts'
import type { ErrorClass } from './provider-error.ts'
import { type SpooledAnswer, spoolAnswer } from './spool-answer.ts'

const CHECK_TIMEOUT_MS = 5_000

const scenarioModels = [
  { id: 'simulator/ok', description: 'Completes quickly' },
  { id: 'simulator/slow', description: 'Completes slowly' },
  { id: 'simulator/fail', description: 'Fails while rendering' },
  { id: 'simulator/moderated', description: 'Fails by moderation' },
  { id: 'simulator/refuse', description: 'Is refused at submit (503)' },
  { id: 'simulator/rejected', description: 'Is refused at submit because of its content (503)' },
  { id: 'simulator/bad-key', description: 'Is refused at submit because our key is wrong (503)' },
  { id: 'simulator/hang', description: 'Never finishes' },
  { id: 'simulator/partial', description: 'Returns fewer files than requested' },
  { id: 'simulator/bad-file', description: 'Returns a last file that is broken' },
  {
    id: 'simulator/expired',
    description: 'Returns addresses that have expired, and others when asked again',
  },
  { id: 'simulator/gone', description: 'Returns addresses of files that are gone' },
  { id: 'simulator/lost-reply', description: 'Is accepted, but the provider’s response is lost' },
]

/** Made while the submit is held: their files are in its answer, and lost with it. */
const heldModels = [
  { id: 'simulator/held', description: 'Completes while the submit is held' },
  { id: 'simulator/held-lost', description: 'Loses the files with the response to its submit' },
]

/** Each file is a job of its own at the provider. */
const partModels = [
  { id: 'simulator/one-by-one', description: 'Makes each file for itself' },
  { id: 'simulator/one-fails', description: 'Makes each file for itself; the second fails' },
  { id: 'simulator/one-hangs', description: 'Makes each file for itself; the second never finishes' },
  { id: 'simulator/one-refused', description: 'Makes each file for itself; the second is refused at first' },
]

type Named = { id: string; description: string }

/** The simulator serves whatever an order can ask for. */
const imagesOf = (one: Named): ModelOffer => ({
  ...one,
  providerModel: one.id,
  kind: 'image',
  sizes: ['1:1', '2:3', '3:2'],
  nMax: FILES_MAX,
  referencesMax: REFERENCES_PER_JOB,
  takesMask: true,
})

const videosOf = (one: Named): ModelOffer => ({
  ...one,
  providerModel: one.id,
  kind: 'video',
  orientations: ['portrait', 'landscape', 'square'],
  durationsSeconds: [6, 10, 15],
  resolutions: ['SD', 'HD'],
  referencesMax: REFERENCES_PER_JOB,
})

/** Its files are there when it says so. */
const times = { ...usualTimes, fileDelayMs: 0 }
const HELD_MS = 30_000

type JobBody = {
  id: string
  status: 'queued' | 'running' | 'succeeded' | 'failed'
  progress: number
  files: { url: string }[]
  error: { code: string; message: string } | null
}

type RefusalBody = { error?: { code?: string; message?: string } }

/**
 * The simulator, which speaks HTTP, loses responses and can be killed like a real provider. It stands for
 * three: one that calls back, one that holds the submit until the files are made, and one that makes one file
 * in each job.
 */
export function newSimulatorProviders(baseUrl: string, tempDir: string): Provider[] {
  const adapter = newAdapter(baseUrl, tempDir)
  const usual = { ...adapter, isSimulated: true, times, filesPerJob: FILES_MAX }
  return [
    {
      ...usual,
      name: 'simulator',
      offers: scenarioModels.flatMap((one) => [imagesOf(one), videosOf(one)]),
      lostTries: 'find',
    },
    {
      ...usual,
      name: 'simulator-held',
      offers: heldModels.map(imagesOf),
      times: { ...times, submitTimeoutMs: HELD_MS },
      lostTries: 'close',
      expectedCostMicros: ({ n }) => n * COST_MICROS,
    },
    {
      ...usual,
      name: 'simulator-parts',
      offers: partModels.map(imagesOf),
      filesPerJob: 1,
      lostTries: 'find',
    },
  ]
}

const toBody = ({ mask, ...order }: ProviderRequest) => ({ ...order, ...(mask && { maskUrl: mask.url }) })

/** What the simulator says a file costs, where it says it. */
const COST_MICROS = 40_000

type Adapter = Pick<Provider, 'submit' | 'check' | 'find' | 'fileHosts' | 'ownOrigin'>

function newAdapter(baseUrl: string, tempDir: string): Adapter {
  const dispatcher = new Agent({ connections: 64, pipelining: 1, connect: { timeout: 3_000 } })

  async function call(
    path: string,
    timeoutMs: number,
    body?: unknown,
  ): Promise<{ status: number; json: unknown } & Partial<SpooledAnswer>> {
    const answer = await request(`${baseUrl}${path}`, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const isHeld = body !== undefined && answer.statusCode === 200
    if (isHeld) return { status: 200, ...(await spoolAnswer(answer.body, tempDir)) }
    return { status: answer.statusCode, json: await answer.body.json() }
  }

  return {
    fileHosts: [],
    ownOrigin: new URL(baseUrl).origin,

    async submit(providerRequest, timeoutMs): Promise<SubmitResponse> {
      try {
        const answer = await call('/v1/jobs', timeoutMs, toBody(providerRequest))
        const { status, json } = answer
        if (status === 200) return toFinished(answer as SpooledAnswer)
        if (status === 202) return { kind: 'accepted', handle: { jobId: (json as JobBody).id } }
        const { message = `status ${status}`, code } = (json as RefusalBody).error ?? {}
        const refusedAs = code === 'moderated' ? 'moderation' : classOf(status)
        return refusedAs ? { kind: 'refused', class: refusedAs, message } : { kind: 'unknown' }
      } catch (error) {
        return wasNeverSent(error)
          ? { kind: 'refused', class: 'provider_transient', message: 'The provider cannot be reached.' }
          : { kind: 'unknown' }
      }
    },

    async check({ jobId }): Promise<JobState> {
      try {
        const { status, json } = await call(`/v1/jobs/${jobId}`, CHECK_TIMEOUT_MS)
        if (status === 404)
          return { kind: 'failed', class: 'provider_failed', message: 'The provider lost the job.' }
        return status === 200 ? toJobState(json as JobBody) : { kind: 'unreachable' }
      } catch {
        return { kind: 'unreachable' }
      }
    },

    async find(reference): Promise<FindResponse> {
      try {
        const { status, json } = await call(
          `/v1/jobs?reference=${encodeURIComponent(reference)}`,
          CHECK_TIMEOUT_MS,
        )
        if (status !== 200) return { kind: 'unreachable' }
        const job = (json as { jobs: JobBody[] }).jobs[0]
        return job ? { kind: 'found', handle: { jobId: job.id } } : { kind: 'absent' }
      } catch {
        return { kind: 'unreachable' }
      }
    },
  }
}

function toFinished({ json, files, discard }: SpooledAnswer): SubmitResponse {
  const { usage } = json as { usage?: { costMicros?: number } }
  const reportedCostMicros = usage?.costMicros
  return { kind: 'finished', files, discard, ...(reportedCostMicros !== undefined && { reportedCostMicros }) }
}

/** What a status says of a submit that was not accepted; undefined when it may have been. */
function classOf(status: number): ErrorClass | undefined {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'quota'
  if (status === 429) return 'rate'
  if (status === 503) return 'provider_transient'
  return status >= 400 && status < 500 ? 'invalid_input' : undefined
}

function toJobState(job: JobBody): JobState {
  switch (job.status) {
    case 'queued':
    case 'running':
      return { kind: 'pending', progress: Math.trunc(job.progress) }
    case 'succeeded':
      return { kind: 'done', files: job.files.map(({ url }) => ({ kind: 'url', url })) }
    case 'failed':
      return {
        kind: 'failed',
        class: job.error?.code === 'moderated' ? 'moderation' : 'provider_failed',
        message: job.error?.message ?? 'The provider failed without a reason.',
      }
    default:
      return job.status satisfies never
  }
}

/** Only a failed connection proves that nothing was sent. */
const wasNeverSent = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    (error as { code?: string }).code ?? '',
  )
