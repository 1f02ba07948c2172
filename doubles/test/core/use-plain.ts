import type { Config } from '../../src/core/index.ts'
import { type Controlled, openTestDouble } from '../run-double.ts'
import { plain } from './plain-provider.ts'

export interface Plain extends Controlled {
  post(body?: object): Promise<Response>
  /** Submits and returns the id. */
  buy(body?: object): Promise<string>
  get(path: string): Promise<Response>
  view(id: string): Promise<{ status: string; position: number; files: string[]; error: string | null }>
}

const headers = { authorization: 'Bearer double-key', 'content-type': 'application/json' }

export async function usePlain(given: Partial<Config> = {}): Promise<Plain> {
  const double = await openTestDouble(plain, given)
  return { ...double, ...plainClient(double.url) }
}

function plainClient(url: string) {
  const post = (body: object = {}) => {
    const all = { prompt: 'a mug', model: 'one', reference: 'r-1', ...body }
    return fetch(`${url}/jobs`, { method: 'POST', headers, body: JSON.stringify(all) })
  }
  const get = (path: string) => fetch(`${url}${path}`, { headers })
  return {
    post,
    get,
    buy: async (body: object = {}) => {
      const { id } = (await (await post(body)).json()) as { id: string }
      return id
    },
    view: async (id: string) => (await get(`/jobs/${id}`)).json() as ReturnType<Plain['view']>,
  }
}
