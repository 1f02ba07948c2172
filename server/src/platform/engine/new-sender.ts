import { Agent, type Dispatcher, request } from 'undici'

export class EngineAnswer extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`the engine answered ${status}: ${text}`)
    this.status = status
  }
}

type Answer = { status: number; text: string }

/** Sends requests to the engine. Throws `EngineAnswer` when it refuses one. */
export type Sender = {
  send(method: Dispatcher.HttpMethod, url: string, timeoutMs: number, body?: unknown): Promise<Answer>
  close(): Promise<void>
}

const json = { 'content-type': 'application/json', accept: 'application/json' }

/**
 * Plain HTTP to the engine's documented endpoints. Its own client does the same through fetch and takes about
 * one millisecond of CPU more per call.
 */
export function newSender(): Sender {
  const dispatcher = new Agent({ connections: 256, connect: { timeout: 1_000 } })
  return {
    async send(method, url, timeoutMs, body) {
      const answer = await request(url, {
        dispatcher,
        method,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
      })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new EngineAnswer(answer.statusCode, text)
      return { status: answer.statusCode, text }
    },
    close: () => dispatcher.close(),
  }
}
