import sharp from 'sharp'
import { type LogBody, type RunningProcess, runDouble } from '../../../doubles/test/run-double.ts'
import { type FalSettings, newFalProvider } from '../../src/adapters/fal/index.ts'
import type {
  FindResponse,
  Handle,
  Provider,
  ProviderRequest,
  ReferencePicture,
} from '../../src/platform/providers/index.ts'

export const KEY = 'double-key'
const SUBMIT_MS = 3_000

type Logged = LogBody['requests'][number] & { query: Record<string, string> }

export type UsedFal = {
  double: RunningProcess
  provider: Provider
  submit(request: ProviderRequest): ReturnType<Provider['submit']>
  find(request: ProviderRequest): Promise<FindResponse | undefined>
  /** Submits and expects it to be accepted. */
  buy(request?: ProviderRequest): Promise<Handle>
  /** The requests of one kind of route that the double has received. */
  received(route: string): Promise<Logged[]>
}

/** The double as a process, with time that stands still, and an adapter that talks to it. */
export async function useFal(settings: Partial<FalSettings> = {}, ...args: string[]): Promise<UsedFal> {
  const double = await runDouble('--provider', 'fal', '--time', 'virtual', ...args)
  await double.set({ fetchReferences: false })
  const provider = newFalProvider({ ...settingsFor(double.url), ...settings })
  const submit = (request: ProviderRequest) => provider.submit(request, SUBMIT_MS)
  return {
    double,
    provider,
    submit,
    find: async (request) => provider.find?.(request.reference, async () => request),
    buy: async (request = imageRequest()) => {
      const answer = await submit(request)
      if (answer.kind !== 'accepted') throw new Error(`the submit is ${answer.kind}`)
      return answer.handle
    },
    received: async (route) => {
      const { requests } = await double.log()
      return (requests as Logged[]).filter((one) => one.route === route)
    },
  }
}

export const settingsFor = (url: string): FalSettings => ({
  key: KEY,
  queueUrl: url,
  platformUrl: `${url}/api/v1`,
  restUrl: `${url}/rest`,
  accountId: 'double-account',
  fileHosts: [],
  ownOrigin: url,
  isPublic: true,
})

const CALLBACK = 'https://atelier.example/cb/fal/med_1?p=1&t=secret'
export const shared = { reference: 'med_1', prompt: 'a mug', references: [], callbackUrl: CALLBACK }

type ImageRequest = ProviderRequest & { kind: 'image' }
type VideoRequest = ProviderRequest & { kind: 'video' }

export const imageRequest = (changes: Partial<ImageRequest> = {}): ImageRequest => ({
  ...shared,
  kind: 'image',
  model: 'fal/gpt-image-2.5-flare',
  n: 1,
  size: '1:1',
  ...changes,
})

export const videoRequest = (changes: Partial<VideoRequest> = {}): VideoRequest => ({
  ...shared,
  kind: 'video',
  model: 'fal/seedance-2.5',
  n: 1,
  durationSeconds: 6,
  resolution: 'SD',
  orientation: 'portrait',
  ...changes,
})

export function pictureAt(name: string, bytes?: Buffer): ReferencePicture {
  const load = async () => ({ bytes: bytes ?? (await makePng()), contentType: 'image/png' })
  return { url: `https://atelier.example/uploads/${name}`, label: name, load }
}

const makePng = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
