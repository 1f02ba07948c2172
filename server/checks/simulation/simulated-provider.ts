import type { Random } from '../../harness/random/index.ts'
import {
  type JobState,
  type Model,
  type ModelOffer,
  type Offer,
  type Provider,
  type ProviderRequest,
  type Providers,
  type Route,
  usualTimes,
} from '../../src/platform/providers/index.ts'
import { isOutAt, type Outage } from './plan-outages.ts'
import type { Process, Scheduler } from './scheduler.ts'

export type Bought = {
  id: string
  reference: string
  /** How many files it makes; sometimes fewer than were ordered. */
  files: number
  acceptedAt: number
  doneAt: number
  end: 'done' | 'failed' | 'never'
  callbackUrl: string
}

type ProviderOptions = {
  scheduler: Scheduler
  random: Random
  outages: Outage[]
  onDone: (job: Bought) => void
}

const SUBMIT_MS = 7_900
const RENDER_MS = [1_000, 58_000] as const

const rules = {
  times: usualTimes,
  filesPerJob: 4,
  lostTries: 'find',
  fileHosts: [],
  ownOrigin: 'http://files',
} as const

/** The second one is asked when the first refuses. */
const NAMES = ['simulator', 'second'] as const

const named = { id: 'simulator/ok', description: 'ok' }
const makes = { sizes: ['1:1'], nMax: 4, referencesMax: 0 } as const
const offered: ModelOffer = { ...named, ...makes, providerModel: named.id, kind: 'image', takesMask: false }
const videos = { orientations: [], durationsSeconds: [], resolutions: [] }
const model: Model = {
  ...named,
  kinds: ['image'],
  defaultFor: ['image'],
  capabilities: { ...makes, ...videos, mask: false },
}

const routeTo = (provider: string): Route => ({ provider, model: model.id, offer: model.id })

const offer: Offer = {
  models: [model],
  findRoutes: () => ({
    kind: 'chosen',
    routes: [routeTo('simulator'), routeTo('second')],
  }),
}

/**
 * Two providers with the faults of real ones: lost answers, late acceptance, refusals, outages, no callback.
 * Their jobs are in one list, in which nothing may be twice.
 */
export function newSimulatedProvider({ scheduler, random, outages, onDone }: ProviderOptions) {
  const jobs: Bought[] = []
  const isOut = (at = scheduler.now()) => isOutAt(outages, at)

  const accept = ({ reference, n, callbackUrl }: ProviderRequest): Bought => {
    const id = `job-${reference}-${jobs.length + 1}`
    const doneAt = scheduler.now() + random.int(...RENDER_MS)
    const draw = random.next()
    const end = draw < 0.85 ? 'done' : draw < 0.92 ? 'failed' : 'never'
    const files = n > 1 && random.next() < 0.3 ? n - 1 : n
    const job: Bought = { id, reference, files, acceptedAt: scheduler.now(), doneAt, end, callbackUrl }
    jobs.push(job)
    if (end !== 'never') scheduler.after(undefined, doneAt - scheduler.now(), () => onDone(job))
    return job
  }

  const stateOf = (job: Bought | undefined): JobState => {
    if (!job || job.end === 'never' || job.doneAt > scheduler.now()) return { kind: 'pending', progress: 10 }
    if (job.end === 'failed') return { kind: 'failed', class: 'provider_failed', message: 'It broke' }
    const urls = Array.from({ length: job.files }, (_, i) => `http://files/${job.id}/${i}`)
    return { kind: 'done', files: urls.map((url) => ({ kind: 'url', url })) }
  }

  const adapterOf = (process: Process, name: string): Provider => {
    const call = <T>(work: () => T, latencyMs = random.int(5, 400)): Promise<T> =>
      scheduler.perform(process, async () => work(), latencyMs)
    return {
      name,
      isSimulated: false,
      offers: [offered],
      ...rules,
      async submit(request, timeoutMs) {
        const until = scheduler.now() + timeoutMs
        const draw = random.next()
        if (await call(() => isOut()))
          return draw < 0.5
            ? { kind: 'refused', class: 'provider_transient', message: 'The provider cannot be reached' }
            : { kind: 'unknown' }
        if (draw < 0.8) return call(() => ({ kind: 'accepted', handle: { jobId: accept(request).id } }))
        if (draw < 0.86) return call(() => ({ kind: 'refused', class: 'rate', message: 'Too many requests' }))
        if (draw < 0.88) return call(() => ({ kind: 'refused', class: 'moderation', message: 'Not allowed' }))
        // The request is on its way for up to the timeout of the adapter, whatever happens to its sender.
        if (draw < 0.95)
          scheduler.after(undefined, random.int(0, SUBMIT_MS), () => {
            if (scheduler.now() <= until) accept(request)
          })
        return call(() => ({ kind: 'unknown' }), random.int(10, SUBMIT_MS))
      },
      check: ({ jobId }) =>
        call(() => (isOut() ? { kind: 'unreachable' } : stateOf(jobs.find((job) => job.id === jobId)))),
      find: (reference) =>
        call(() => {
          if (isOut()) return { kind: 'unreachable' }
          const job = jobs.find((one) => one.reference === reference)
          return job ? { kind: 'found', handle: { jobId: job.id } } : { kind: 'absent' }
        }),
    }
  }

  const providersOf = (process: Process): Providers => {
    const list = NAMES.map((name) => adapterOf(process, name))
    const findByName = (name: string) => list.find((one) => one.name === name)
    return { list, offers: { live: offer, test: offer }, findByName }
  }
  return { jobs, isOut, providersOf }
}
