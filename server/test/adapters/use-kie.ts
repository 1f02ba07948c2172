import { expect } from 'vitest'
import { type KieSettings, newKieProvider } from '#adapters/kie'
import type { Handle, Provider, ProviderRequest, ReferencePicture } from '#platform/providers'
import { makePng } from '../../../doubles/src/media/index.ts'
import { type LogBody, type RunningProcess, runDouble } from '../../../doubles/test/run-double.ts'

export const KEY = 'kie-secret-key-5f2a'
export const WEBHOOK_KEY = 'double-webhook-key'
export const TIMEOUT_MS = 10_000
export const CALLBACK_URL = 'https://us.example/cb/kie/job-1?p=1&t=abc'

type Request<K> = Extract<ProviderRequest, { kind: K }>
type Logged = LogBody['requests'][number]

const shared = { reference: 'job-1', prompt: 'a mug', n: 1, references: [], callbackUrl: CALLBACK_URL }

export const image = (given: Partial<Request<'image'>> = {}): ProviderRequest => ({
  ...shared,
  kind: 'image',
  model: 'kie/gpt-image-2-5-flare',
  size: '2:3',
  ...given,
})

export const video = (given: Partial<Request<'video'>> = {}): ProviderRequest => ({
  ...shared,
  kind: 'video',
  model: 'kie/seedance-2-5',
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

export type UsedKie = {
  double: RunningProcess
  provider: Provider
  /** Submits what must be accepted. */
  buy(request?: ProviderRequest): Promise<Handle>
  /** All POSTs that could buy. */
  posts(): Promise<Logged[]>
  /** All requests of a kind of route. */
  requests(route: string): Promise<Logged[]>
}

/** The double as a process whose time stands still, and an adapter for it. Tasks have a record at once. */
export async function useKie(given: Partial<KieSettings> = {}, ...args: string[]): Promise<UsedKie> {
  const options = ['--time', 'virtual', '--key', KEY, '--set', 'unseenReads=0', '--set', 'newTasksMax=null']
  const double = await runDouble('--provider', 'kie', ...options, ...args)
  const provider = newKieProvider({
    key: KEY,
    apiUrl: double.url,
    uploadUrl: double.url,
    fileHosts: [],
    webhookKey: WEBHOOK_KEY,
    referencesAs: 'url',
    ...given,
  })
  const requests = async (route: string) => (await double.log()).requests.filter((one) => one.route === route)
  return {
    double,
    provider,
    requests,
    posts: () => requests('submit'),
    buy: async (request = image()) => {
      const answer = await provider.submit(request, TIMEOUT_MS)
      if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
      return answer.handle
    },
  }
}

/** No key, id or address of the provider is in what an owner may see. */
export function expectClean(answer: object): void {
  const { handle: _, files: __, ...shown } = answer as Record<string, unknown>
  const text = JSON.stringify(shown)
  expect(text).not.toContain(KEY)
  expect(text).not.toContain(WEBHOOK_KEY)
  expect(text).not.toMatch(/[0-9a-f]{20}|:\/\/|127\.0\.0\.1|localhost/)
}
