import type { Answer, Api } from './api.ts'

/** A user as `pnpm admin seed` prints it. */
export type Account = { email: string; password: string; apiKey: string }

/** One user, calling with the header x-api-key. */
export type Caller = {
  readonly api: Api
  readonly apiKey: string
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body: unknown): Promise<Answer<T>>
  patch<T>(path: string, body: unknown): Promise<Answer<T>>
  upload<T>(path: string, form: FormData): Promise<Answer<T>>
  delete<T>(path: string): Promise<Answer<T>>
}

export function callAs(api: Api, { apiKey: key }: Account): Caller {
  return {
    api,
    apiKey: key,
    get: (path) => api.call('GET', path, { key }),
    post: (path, body) => api.call('POST', path, { key, body }),
    patch: (path, body) => api.call('PATCH', path, { key, body }),
    upload: (path, form) => api.call('POST', path, { key, form }),
    delete: (path) => api.call('DELETE', path, { key }),
  }
}

/** Sends `count` requests at once. */
export const atOnce = <T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

/** How many answers have each status. */
export const countStatuses = (answers: Answer<unknown>[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, list]) => [status, list.length]),
  )

/** Well-formed, and the id of nothing. */
export const absentId = (prefix: string): string => `${prefix}_${'0'.repeat(22)}`
