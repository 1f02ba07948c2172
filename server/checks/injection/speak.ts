type Asked = { headers?: Record<string, string>; body?: unknown; form?: FormData; text?: string }

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is known to whoever asks.
export type Ask = (method: string, path: string, asked?: Asked) => Promise<any>

/** Some hostile strings are no text that can be kept. To be told so is as good as to be quoted. */
export class Refused extends Error {}

/** Asks as a given person. A 400 is a refusal; whatever else is no success ends the probe. */
export const speakAs =
  (baseUrl: string, identity: Record<string, string>): Ask =>
  async (method, path, { headers = {}, body, form, text } = {}) => {
    const sent = form ?? text ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...identity,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    })
    const told = await answer.text()
    if (answer.status === 400) throw new Refused(told)
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${told}`)
    return JSON.parse(told)
  }
