import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type ToolResult = {
  isError?: boolean
  content?: { type: string; text?: string }[]
}

export type McpClient = {
  tools: { name: string }[]
  /** All lines of stdout and of stderr. */
  output: { out: string[]; err: string[] }
  /** Lines of stdout that are not protocol messages. */
  badLines: string[]
  call(name: string, args: object, limitMs: number): Promise<ToolResult>
  isAlive(): boolean
  /** Closes its input and waits for its end. */
  close(): Promise<{ code: number | null; signal: string | null; ms: number }>
}

export type McpOptions = { python: string; file: string; env: Record<string, string> }

const START_MS = 60_000
const CLOSE_MS = 10_000

type Message = {
  jsonrpc?: unknown
  id?: number
  method?: string
  result?: unknown
  error?: { message: string }
}

/** Starts the client and talks to it like a host, and checks every line of its stdout. */
export async function startMcpClient({ python, file, env }: McpOptions): Promise<McpClient> {
  const child = spawn(python, [file], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const output: McpClient['output'] = { out: [], err: [] }
  const badLines: string[] = []
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  child.stdin.on('error', () => undefined)
  child.once('error', (error) => output.err.push(String(error)))
  createInterface({ input: child.stderr }).on('line', (line) => output.err.push(line))
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.out.push(line)
    const message = readMessage(line)
    if (!message) badLines.push(line)
    else if (message.method === undefined && message.id !== undefined) {
      const waiting = asked.get(message.id)
      asked.delete(message.id)
      if (message.error) waiting?.reject(new Error(`answered with an error: ${message.error.message}`))
      else waiting?.resolve(message.result)
    }
  })
  // Not `exit`: output may still arrive after it.
  const gone = once(child, 'close')
  child.once('exit', () => {
    for (const { reject } of asked.values()) reject(new Error('the client died'))
    asked.clear()
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = (method: string, params: object, limitMs: number): Promise<unknown> => {
    const id = ++lastId
    const answer = Promise.withResolvers<unknown>()
    asked.set(id, answer)
    send({ id, method, params })
    const late = () => answer.reject(new Error(`no answer within ${limitMs} ms`))
    const timer = setTimeout(late, limitMs)
    return answer.promise.finally(() => clearTimeout(timer))
  }
  const isAlive = () => child.exitCode === null && child.signalCode === null

  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'probe', version: '1' },
  }
  await ask('initialize', hello, START_MS)
  send({ method: 'notifications/initialized' })
  const { tools } = (await ask('tools/list', {}, START_MS)) as Pick<McpClient, 'tools'>
  return {
    tools,
    output,
    badLines,
    isAlive,
    call: (name, args, limitMs) =>
      ask('tools/call', { name, arguments: args }, limitMs) as Promise<ToolResult>,
    async close() {
      const beganAt = performance.now()
      child.stdin.end()
      const killing = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS)
      await gone
      clearTimeout(killing)
      return { code: child.exitCode, signal: child.signalCode, ms: performance.now() - beganAt }
    },
  }
}

function readMessage(line: string): Message | undefined {
  try {
    const message = JSON.parse(line) as Message
    const isMessage =
      message.jsonrpc === '2.0' && (message.id !== undefined || typeof message.method === 'string')
    return isMessage ? message : undefined
  } catch {
    return undefined
  }
}
