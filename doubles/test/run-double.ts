import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type Config, newConfig, openDouble, type Provider, type Settings } from '../src/core/index.ts'

/** The control API of a double, and its address. */
export interface Controlled {
  url: string
  fault(...faults: object[]): Promise<void>
  set(settings: Settings): Promise<void>
  advance(ms: number): Promise<void>
  log(): Promise<LogBody>
  bill(): Promise<BillBody>
  control(method: string, name: string, body?: unknown): Promise<Response>
}

export interface LogBody {
  submits: {
    reference: string | null
    jobId: string | null
    taskIds: string[]
    outcome: string
    try?: number
  }[]
  jobs: {
    id: string
    jobId: string
    reference: string | null
    finishedAt: number | null
    outcome: string | null
  }[]
  counts: Record<string, number>
  perReference: Record<string, { posts: number; accepted: number }>
  requests: {
    method: string
    path: string
    route: string | null
    status: number | null
    fault: string | null
    headers: Record<string, string>
    body: unknown
  }[]
  callbacks: { taskId: string; attempt: number; variant: string | null; status: number | null }[]
}

export interface BillBody {
  entries: { taskId: string; units: number; unit: string; microUsd: number }[]
  total: { units: number; microUsd: number }
  leftMicroUsd: number | null
}

/** Opens a double inside the test process; most tests need no process of their own. */
export async function openTestDouble(provider: Provider, given: Partial<Config> = {}): Promise<Controlled> {
  const opened = await openDouble(provider, newConfig(provider.name, { time: 'virtual', ...given }))
  onTestFinished(opened.close)
  return controlled(opened.url)
}

const entry = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface RunningProcess extends Controlled {
  child: ChildProcess
  /** The line that it printed. */
  printed: Record<string, unknown>
  kill(): Promise<void>
}

/** Starts the real process on a free port and kills it when the test ends. */
export async function runDouble(...args: string[]): Promise<RunningProcess> {
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'atelier-compile-cache'), PATH: process.env.PATH }
  const child = spawn(process.execPath, [entry, '--exit-with-parent', ...args], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(kill)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const printed = JSON.parse(line)
  return { child, printed, kill, ...controlled(printed.url) }
}

function controlled(url: string): Controlled {
  const control = async (method: string, name: string, body?: unknown) =>
    fetch(`${url}/__double/${name}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const expectOk = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    url,
    control,
    fault: async (...faults) => expectOk(await control('POST', 'scenario', { faults })),
    set: async (settings) => expectOk(await control('POST', 'settings', settings)),
    advance: async (ms) => expectOk(await control('POST', 'time', { advanceMs: ms })),
    log: async () => expectOk(await control('GET', 'log')),
    bill: async () => expectOk(await control('GET', 'bill')),
  }
}

export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'double-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Waits for a condition, at most 4 seconds. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 4000; await new Promise((go) => setTimeout(go, 10))) {
    if (await holds()) return
  }
  throw new Error('The condition was not met within 4 seconds.')
}

export interface ReceivedCallback {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

/** A receiver of callbacks; `statuses` are its answers in order, the last one repeats. */
export async function receiveCallbacks(...statuses: number[]) {
  const received: ReceivedCallback[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    received.push({ path: req.url ?? '', headers: req.headers, text, body: JSON.parse(text) })
    res.writeHead(statuses[received.length - 1] ?? statuses.at(-1) ?? 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cb/job-1` }
}
