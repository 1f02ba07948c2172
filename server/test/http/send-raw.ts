import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type RawResponse = {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a response can be anything; each test states what it expects.
  body: any
  /** How long the connection was open. */
  ms: number
}

type SendOptions = { drip?: { text: string; everyMs: number }; abort?: AbortSignal }

/** Writes bytes unchanged to a new connection and reads until the server closes it. */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  options: SendOptions = {},
): Promise<RawResponse> {
  const startedAt = performance.now()
  const socket = connect({ host: '127.0.0.1', port })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(bytes)
  const { drip, abort } = options
  abort?.addEventListener('abort', () => socket.destroy())
  if (drip) {
    const timer = setInterval(() => socket.writable && socket.write(drip.text), drip.everyMs)
    void closed.then(() => clearInterval(timer))
  }
  await Promise.race([closed, sleep(28_000)])
  socket.destroy()
  return { ...parse(Buffer.concat(chunks).toString()), ms: performance.now() - startedAt }
}

function parse(text: string): Omit<RawResponse, 'ms'> {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line) => line.split(/:\s*(.*)/s))
  const headers = Object.fromEntries(pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]))
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: body.startsWith('{') ? JSON.parse(body) : body,
  }
}

type RawRequest = { method?: string; path?: string; key?: string; headers?: string[]; body?: string | Buffer }

/** A request whose response closes the connection, and which a client library might refuse to send. */
export function request({ method = 'POST', path = '/echo', key, headers = [], body }: RawRequest): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'connection: close',
    ...(key ? [`x-api-key: ${key}`] : []),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body ?? '')])
}
