import type { Config } from '../../src/core/index.ts'
import { fal } from '../../src/fal/fal.ts'
import { type Controlled, openTestDouble } from '../run-double.ts'

export const IMAGE = 'openai/gpt-image-2.5/flare/text-to-image'
export const EDIT = 'openai/gpt-image-2.5/flare/edit'
export const VIDEO = 'bytedance/seedance-2.5/text-to-video'

export interface Accepted {
  status?: string
  request_id: string
  gateway_request_id?: string
  queue_position: number
  response_url: string
  status_url: string
  cancel_url: string
}

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export interface Fal extends Controlled, FalClient {}

interface FalClient {
  submit(model: string, input?: object, options?: SubmitOptions): Promise<Answer>
  /** Submits and returns the addresses. */
  buy(model?: string, input?: object, options?: SubmitOptions): Promise<Accepted>
  /** `GET` with the key; `url` may be a path. */
  get(url: string, key?: string): Promise<Answer>
  put(url: string): Promise<Answer>
}

interface SubmitOptions {
  query?: Record<string, string>
  headers?: Record<string, string>
}

export async function useFal(given: Partial<Config> = {}): Promise<Fal> {
  const double = await openTestDouble(fal, given)
  return { ...double, ...newFalClient(double.url) }
}

export function newFalClient(base: string): FalClient {
  const authorization = 'Key double-key'
  const submit: FalClient['submit'] = async (model, input = {}, { query = {}, headers = {} } = {}) => {
    const body = JSON.stringify({ prompt: 'a mug', ...input })
    const all = { authorization, 'content-type': 'application/json', ...headers }
    const url = `${base}/${model}?${new URLSearchParams(query)}`
    return readAnswer(await fetch(url, { method: 'POST', headers: all, body }))
  }
  const at = (url: string) => (url.startsWith('http') ? url : `${base}${url}`)
  return {
    submit,
    buy: async (model = IMAGE, input = {}, options = {}) =>
      (await submit(model, input, options)).body as unknown as Accepted,
    get: async (url, key = 'double-key') =>
      readAnswer(await fetch(at(url), { headers: { authorization: `Key ${key}` } })),
    put: async (url) => readAnswer(await fetch(at(url), { method: 'PUT', headers: { authorization } })),
  }
}

async function readAnswer(answer: Response): Promise<Answer> {
  const { status, headers } = answer
  const text = await answer.text()
  return { status, headers, body: text.startsWith('{') ? JSON.parse(text) : { text } }
}
