import { Agent, request } from 'undici'
import type { FindResponse, JobState, Model, Provider, SubmitResponse } from './provider.ts'
import type { ErrorClass } from './provider-error.ts'

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

const models: Model[] = scenarioModels.map((one) => ({ ...one, kinds: ['image', 'video'] }))

type JobBody = {
  id: string
  status: 'queued' | 'running' | 'succeeded' | 'failed'
  progress: number
  files: { url: string }[]
  error: { code: string; message: string } | null
}

type RefusalBody = { error?: { code?: string; message?: string } }

/**
 * The adapter of the simulator, which speaks HTTP, loses responses and can be killed like a real provider.
 */
export function newSimulatorProvider(baseUrl: string): Provider {
  const dispatcher = new Agent({ connections: 64, pipelining: 1, connect: { timeout: 3_000 } })

  async function call(
    path: string,
    timeoutMs: number,
    body?: unknown,
  ): Promise<{ status: number; json: unknown }> {
    const answer = await request(`${baseUrl}${path}`, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return { status: answer.statusCode, json: await answer.body.json() }
  }

  return {
    name: 'simulator',
    isSimulated: true,
    models,
    fileHosts: [],
    ownOrigin: new URL(baseUrl).origin,

    async submit(providerRequest, timeoutMs): Promise<SubmitResponse> {
      try {
        const { status, json } = await call('/v1/jobs', timeoutMs, providerRequest)
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
