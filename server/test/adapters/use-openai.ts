import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { newOpenaiProvider, type OpenaiSettings } from '#adapters/openai'
import type {
  FileSource,
  Provider,
  ProviderRequest,
  ReferencePicture,
  SubmitResponse,
} from '#platform/providers'
import { makePng } from '../../../doubles/src/media/index.ts'
import { createTempFolder, type RunningProcess, runDouble } from '../../../doubles/test/run-double.ts'
import { image } from './openai-request.ts'

export { image } from './openai-request.ts'

export const KEY = 'sk-proj-0123456789abcdefghij'
const TIMEOUT_MS = 10_000

export const png = makePng({ key: 'reference', width: 16, height: 16, sizeBytes: 0 })

export const picture = (bytes = png, contentType = 'image/png'): ReferencePicture => ({
  url: 'https://us.example/photos/1.png',
  label: 'a photo',
  load: async () => ({ bytes, contentType }),
})

export type UsedOpenai = {
  double: RunningProcess
  provider: Provider
  tempDir: string
  submit(request?: ProviderRequest, timeoutMs?: number): Promise<SubmitResponse>
  /** All POSTs that could buy. */
  posts(): Promise<{ path: string; headers: Record<string, string>; body: Record<string, unknown> }[]>
}

/** The double as a process that makes pictures at once, and an adapter for it. */
export async function useOpenai(given: Partial<OpenaiSettings> = {}, ...args: string[]): Promise<UsedOpenai> {
  const double = await runDouble('--provider', 'openai', '--scale', '1000000', '--key', KEY, ...args)
  const tempDir = createTempFolder()
  const provider = newOpenaiProvider({ key: KEY, baseUrl: `${double.url}/v1`, tempDir, ...given })
  return {
    double,
    provider,
    tempDir,
    submit: (request = image(), timeoutMs = TIMEOUT_MS) => provider.submit(request, timeoutMs),
    posts: async () => {
      const { requests } = await double.log()
      return requests
        .filter(({ route }) => route === 'submit')
        .map(({ path, headers, body }) => ({ path, headers, body: body as Record<string, unknown> }))
    },
  }
}

type Finished = Extract<SubmitResponse, { kind: 'finished' }>

export function expectFinished(answer: SubmitResponse): Finished {
  if (answer.kind !== 'finished') throw new Error(JSON.stringify(answer))
  return answer
}

/** The bytes of a file, which is discarded afterwards. */
export async function take(file: FileSource | undefined): Promise<Buffer> {
  if (file?.kind !== 'stream') throw new Error('the file is no stream')
  const bytes = await buffer(await file.open())
  await file.discard?.()
  return bytes
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Neither the files of a failed submit nor discarded ones stay. */
export const expectNoFiles = (tempDir: string) => expect(readdirSync(tempDir)).toEqual([])

/** No key, id or address of the provider is in what callers or the log may see. */
export function expectClean(answer: SubmitResponse): void {
  const text = JSON.stringify(answer)
  expect(text).not.toContain(KEY)
  expect(text).not.toMatch(/\breq_|double-account|:\/\/|127\.0\.0\.1|openai|\/v1\b/i)
}
