import type { Config } from '../../src/core/index.ts'
import { openai } from '../../src/openai/openai.ts'
import { type Controlled, openTestDouble, waitUntil } from '../run-double.ts'

export interface ErrorBody {
  error: { message: string; type: string; param: string | null; code: string | null }
}

export interface ResultBody {
  created: number
  background: string
  data: { b64_json: string }[]
  output_format: string
  quality: string
  size: string
  usage: { input_tokens: number; output_tokens: number; total_tokens: number }
}

export interface OpenAi extends Controlled {
  generate(body?: object, headers?: Record<string, string>): Promise<Response>
  edit(form: FormData): Promise<Response>
  get(path: string, key?: string): Promise<Response>
  /** Starts a request; `reply` comes when the time was advanced. Resolves once the request is held. */
  hold(body?: object): Promise<{ reply: Promise<Response> }>
}

/** So short that a held reply comes at once; tests of the time itself use virtual time. */
const QUICK: Partial<Config> = { time: 'real', scale: 1_000_000 }

export async function useOpenAi(given: Partial<Config> = QUICK): Promise<OpenAi> {
  const double = await openTestDouble(openai, given)
  return { ...double, ...openAiClient(double) }
}

export function openAiClient({ url, log }: Controlled) {
  const authorization = 'Bearer double-key'
  const generate = (body: object = {}, headers: Record<string, string> = {}) =>
    fetch(`${url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'gpt-image-2.6-flare', prompt: 'a mug', ...body }),
    })
  return {
    generate,
    edit: (form: FormData) =>
      fetch(`${url}/v1/images/edits`, { method: 'POST', headers: { authorization }, body: form }),
    get: (path: string, key = 'double-key') =>
      fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } }),
    hold: async (body: object = {}) => {
      const before = (await log()).jobs.length
      const reply = generate(body)
      await waitUntil(async () => (await log()).jobs.length > before)
      return { reply }
    },
  }
}

export async function readError(answer: Response) {
  const { error } = (await answer.json()) as ErrorBody
  return { status: answer.status, ...error }
}

export async function readResult(answer: Response): Promise<ResultBody> {
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as ResultBody
}
