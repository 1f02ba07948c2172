import { expect } from 'vitest'
import { newRunwayProvider, type RunwaySettings } from '#adapters/runway'
import type { Handle, Provider, ProviderRequest, ReferencePicture } from '#platform/providers'
import { makePng } from '../../../doubles/src/media/index.ts'
import { type RunningProcess, runDouble } from '../../../doubles/test/run-double.ts'

export const KEY = `key_${'0123456789abcdef'.repeat(8)}`
export const TIMEOUT_MS = 10_000

type Request<K> = Extract<ProviderRequest, { kind: K }>

const common = {
  reference: 'job-1',
  prompt: 'a mug',
  n: 1,
  references: [],
  callbackUrl: 'https://us.example/cb',
}

export const image = (given: Partial<Request<'image'>> = {}): ProviderRequest => ({
  ...common,
  kind: 'image',
  model: 'runway/gpt-image-2-5-flare',
  size: '2:3',
  ...given,
})

export const video = (given: Partial<Request<'video'>> = {}): ProviderRequest => ({
  ...common,
  kind: 'video',
  model: 'runway/seedance2-5',
  durationSeconds: 10,
  resolution: 'HD',
  orientation: 'portrait',
  ...given,
})

export const png = makePng({ key: 'reference', width: 16, height: 16, sizeBytes: 0 })

export const reference = (given: Partial<ReferencePicture> = {}): ReferencePicture => ({
  url: 'https://us.example/photos/1.png',
  label: 'a photo',
  load: async () => ({ bytes: png, contentType: 'image/png' }),
  ...given,
})

export type UsedRunway = {
  double: RunningProcess
  provider: Provider
  /** Submits what must be accepted. */
  buy(request?: ProviderRequest): Promise<Handle>
  /** The bodies of all POSTs that could buy. */
  posts(): Promise<{ path: string; headers: Record<string, string>; body: Record<string, unknown> }[]>
  /** The methods and paths of all requests of a kind of route. */
  requests(route: string): Promise<string[]>
}

/** The double as a process whose time stands still, and an adapter for it. */
export async function useRunway(given: Partial<RunwaySettings> = {}): Promise<UsedRunway> {
  const double = await runDouble('--provider', 'runway', '--time', 'virtual', '--key', KEY)
  const settings = { key: KEY, baseUrl: double.url, fileHosts: [], uploadHosts: [] }
  const provider = newRunwayProvider({ ...settings, ...given })
  return {
    double,
    provider,
    buy: async (request = video()) => {
      const answer = await provider.submit(request, TIMEOUT_MS)
      if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
      return answer.handle
    },
    posts: async () => {
      const { requests } = await double.log()
      return requests
        .filter(({ route }) => route === 'submit')
        .map(({ path, headers, body }) => ({ path, headers, body: body as Record<string, unknown> }))
    },
    requests: async (route) => {
      const { requests } = await double.log()
      return requests.filter((one) => one.route === route).map(({ method, path }) => `${method} ${path}`)
    },
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}/

/** No key, id or address of the provider is in what callers or the log may see. */
export function expectClean(answer: object): void {
  const { handle: _, files: __, ...shown } = answer as Record<string, unknown>
  const text = JSON.stringify(shown)
  expect(text).not.toContain(KEY)
  expect(text).not.toMatch(UUID)
  expect(text).not.toMatch(/:\/\/|127\.0\.0\.1|runway/i)
}
