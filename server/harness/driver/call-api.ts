export type Asked = { headers?: Record<string, string>; body?: unknown; form?: FormData }

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is known to whoever asks.
export type Ask = (method: string, path: string, asked?: Asked) => Promise<any>

/** Asks as a given person, and takes nothing but success for an answer. */
export const callAs =
  (baseUrl: string, identity: Record<string, string>): Ask =>
  async (method, path, { headers = {}, body, form } = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...identity,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
