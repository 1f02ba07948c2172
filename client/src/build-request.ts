import type { Client } from './client.ts'
import type { Endpoint, Input } from './endpoint.ts'

export type Request = { url: string; init: RequestInit }

/** Fields named in the path go there; the others into the query of a GET or DELETE, else into the body. */
export function buildRequest({ baseUrl, apiKey }: Client, endpoint: Endpoint, input: Input): Request {
  const { method, isKeyed, inQuery, repeats } = endpoint
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    // A dot would be resolved, and lead to another endpoint.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is not valid`)
    return encodeURIComponent(value)
  })
  const hasBody = method === 'POST' || method === 'PATCH'
  const asked = [...rest].filter(([name]) => !hasBody || inQuery?.includes(name))
  const pairs = asked.flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) && repeats?.includes(name)
      ? value.map((one) => [name, String(one)])
      : [[name, String(value)]],
  )
  const query = String(new URLSearchParams(pairs))
  for (const [name] of asked) rest.delete(name)
  const { type, body } = hasBody ? buildBody(endpoint, rest) : {}
  return {
    url: `${baseUrl}${path}${query && `?${query}`}`,
    init: {
      method,
      headers: {
        ...(isKeyed && apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
      // A redirect would turn a POST into a GET, and the answer would not be the one of this request.
      ...(method !== 'GET' && { redirect: 'error' }),
    },
  }
}

type Body = { type?: string; body?: NonNullable<RequestInit['body']> }

function buildBody({ isText }: Endpoint, fields: Map<string, unknown>): Body {
  if (isText) return { type: String(fields.get('contentType')), body: String(fields.get('text')) }
  if (!(fields.get('file') instanceof Blob))
    return { type: 'application/json', body: JSON.stringify(Object.fromEntries(fields)) }
  const form = new FormData()
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return { body: form }
}
