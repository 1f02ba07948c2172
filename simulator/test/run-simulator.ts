import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const entry = fileURLToPath(new URL('../src/main.ts', import.meta.url))

interface Simulator {
  url: string
  child: ChildProcess
  submit(request?: object): Promise<Response>
  /** Submits and returns the id. */
  accept(request?: object): Promise<string>
  job(id: string): Promise<JobBody>
  ended(id: string): Promise<JobBody>
  file(id: string, index: number, headers?: Record<string, string>): Promise<Response>
  video(id: string, headers?: Record<string, string>): Promise<Response>
  log(): Promise<LogBody>
  /** Sends kill -9, to simulate a crash. */
  kill(): Promise<void>
}

export interface JobBody {
  id: string
  reference: string
  status: string
  progress: number
  files: { url: string; contentType: string; width: number; height: number }[]
  error: null | { code: string; message: string }
}

interface LogBody {
  submits: { reference: string | null; jobId: string | null; outcome: string; at: number; try?: number }[]
  jobs: {
    jobId: string
    reference: string
    kind: string
    references: number
    finishedAt: number | null
    outcome: string | null
  }[]
  counts: Record<string, number>
}

export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the real process on a free port and kills it when the test ends. */
export async function runSimulator(settings: Record<string, string | number> = {}): Promise<Simulator> {
  const texts = Object.entries(settings).map(([name, value]) => [`SIMULATOR_${name}`, String(value)])
  const env = {
    // Stripping types takes half of the start time, and these tests start about thirty processes.
    NODE_COMPILE_CACHE: join(tmpdir(), 'atelier-compile-cache'),
    // To find ffmpeg.
    PATH: process.env.PATH,
    SIMULATOR_PORT: '0',
    SIMULATOR_DATA: settings.DATA === undefined ? createTempFolder() : String(settings.DATA),
    SIMULATOR_RENDER_MS: '60',
    SIMULATOR_VIDEO_MS: '60',
    SIMULATOR_LONG_SIDE_PIXELS: '96',
    EXIT_WITH_PARENT: '1',
    ...Object.fromEntries(texts),
  }
  const child = spawn(process.execPath, [entry], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(kill)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = line.replace('simulator ready on ', '')
  return { child, kill, ...createClient(url) }
}

function createClient(url: string): Omit<Simulator, 'child' | 'kill'> {
  const submit = (request: object = {}) =>
    fetch(`${url}/v1/jobs`, { method: 'POST', body: JSON.stringify({ ...imageRequest, ...request }) })
  const job = async (id: string): Promise<JobBody> => readJson(await fetch(`${url}/v1/jobs/${id}`))
  return {
    url,
    submit,
    job,
    accept: async (request) => (await readJson<{ id: string }>(await submit(request))).id,
    ended: async (id) => {
      let seen = await job(id)
      await waitUntil(async () => {
        seen = await job(id)
        return seen.status === 'succeeded' || seen.status === 'failed'
      })
      return seen
    },
    file: (id, index, headers = {}) => fetch(`${url}/v1/files/${id}/${index}.png`, { headers }),
    video: (id, headers = {}) => fetch(`${url}/v1/files/${id}/0.mp4`, { headers }),
    log: async () => readJson(await fetch(`${url}/__double/log`)),
  }
}

/** Changes that turn the default request, which is for an image, into one for a video. */
export const videoRequest = {
  kind: 'video',
  size: undefined,
  durationSeconds: 6,
  resolution: 'SD',
  orientation: 'portrait',
}

const imageRequest = {
  model: 'simulator/ok',
  prompt: 'A blue teapot',
  size: '1:1',
  n: 1,
  reference: 'r-1',
}

export async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T
}

export async function readBytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** Waits for a condition, at most 4 seconds: jobs here take milliseconds. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 4000; await new Promise((go) => setTimeout(go, 10))) {
    if (await holds()) return
  }
  throw new Error('The condition was not met within 4 seconds.')
}

/** A receiver of callbacks; `responses` are its statuses in order, the last one repeats. */
export async function receiveCallbacks(...responses: number[]) {
  const bodies: unknown[] = []
  const sockets = new Set<unknown>()
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    sockets.add(req.socket)
    res.writeHead(responses[bodies.length - 1] ?? responses.at(-1) ?? 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { bodies, sockets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/done` }
}
