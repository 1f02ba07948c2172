import type { Config, Settings } from '../../src/core/index.ts'
import { kie } from '../../src/kie/kie.ts'
import { type Controlled, openTestDouble } from '../run-double.ts'

export interface Envelope {
  code: number
  msg: string
  data: Record<string, unknown> | null
}

export interface Kie extends Controlled {
  /** A body that is a text is sent as it is. */
  post(path: string, body: unknown, key?: string): Promise<Response>
  get(path: string, key?: string): Promise<Response>
  /** Submits an image and returns the answer; `input` and the rest are merged. */
  create(input?: object, rest?: object): Promise<Response>
  /** Submits and returns the id. */
  buy(input?: object, rest?: object): Promise<string>
  read(id: string): Promise<Envelope>
  /** The record itself; fails when there is none. */
  record(id: string): Promise<Record<string, unknown>>
}

export const IMAGE = 'gpt-image-2-5-flare-text-to-image'
export const EDIT = 'gpt-image-2-5-flare-image-to-image'
export const VIDEO = 'bytedance/seedance-2-5'

/** Tasks can be read at once unless a test is about that. */
export async function useKie(settings: Settings = {}, given: Partial<Config> = {}): Promise<Kie> {
  const double = await openTestDouble(kie, { ...given, settings: { unseenReads: 0, ...settings } })
  return { ...double, ...kieClient(double.url) }
}

export function kieClient(url: string) {
  const headersOf = (key: string) => ({
    'content-type': 'application/json',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  })
  const post: Kie['post'] = (path, body, key = 'double-key') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: headersOf(key),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const get: Kie['get'] = (path, key = 'double-key') => fetch(`${url}${path}`, { headers: headersOf(key) })
  const create: Kie['create'] = (input = {}, rest = {}) =>
    post('/api/v1/jobs/createTask', { model: IMAGE, input: { prompt: 'a mug', ...input }, ...rest })
  const read: Kie['read'] = async (id) =>
    (await get(`/api/v1/jobs/recordInfo?taskId=${id}`)).json() as Promise<Envelope>
  return {
    post,
    get,
    create,
    read,
    buy: async (input?: object, rest?: object) => {
      const { data, ...refused } = (await (await create(input, rest)).json()) as Envelope
      if (typeof data?.taskId !== 'string') throw new Error(JSON.stringify(refused))
      return data.taskId
    },
    record: async (id: string) => {
      const { data, ...refused } = await read(id)
      if (data === null) throw new Error(JSON.stringify(refused))
      return data
    },
  }
}

/** The HTTP status, the code in the body and its message. */
export async function verdictOf(answer: Response): Promise<[status: number, code: number, msg: string]> {
  const { code, msg } = (await answer.json()) as Envelope
  return [answer.status, code, msg]
}
