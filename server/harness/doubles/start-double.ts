import { join } from 'node:path'
import { findFreePort, type ManagedProcess, startManagedProcess } from '../processes/index.ts'

export type DoubleOptions = {
  provider: 'fal' | 'kie'
  dir: string
  /** Settings of the double, as in doubles/README.md. */
  settings?: Record<string, unknown>
}

/** What a double has seen, as far as checks and tests of the system read it. */
export type DoubleLog = {
  submits: { reference: string | null; taskIds: string[]; outcome: string }[]
  jobs: { id: string; reference: string | null; finishedAt: number | null }[]
  requests: { route: string | null; path: string; body: unknown }[]
  callbacks: { taskId: string; variant: string | null; status: number | null }[]
}

export type Double = {
  url: string
  fault(...faults: object[]): Promise<void>
  clearFaults(): Promise<void>
  set(settings: Record<string, unknown>): Promise<void>
  log(): Promise<DoubleLog>
  close(): Promise<void>
}

const ENTRY = join(import.meta.dirname, '..', '..', '..', 'doubles', 'src', 'main.ts')
const READY_WITHIN_MS = 20_000

/** The double of a provider, as a process with real time. It is stopped with `close`. */
export async function startDouble({ provider, dir, settings = {} }: DoubleOptions): Promise<Double> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const set = Object.entries(settings).flatMap(([name, value]) => [
    '--set',
    `${name}=${JSON.stringify(value)}`,
  ])
  const managed: ManagedProcess = await startManagedProcess({
    name: `double of ${provider}`,
    program: process.execPath,
    args: [ENTRY, '--provider', provider, '--port', String(port), ...set],
    env: { PATH: process.env.PATH },
    cwd: dir,
    logFile: join(dir, `double-${provider}.log`),
    isReady: async () => (await fetch(`${url}/__double/time`)).ok,
    readyWithinMs: READY_WITHIN_MS,
  })
  const control = async (method: string, name: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/__double/${name}`, { method, ...sent })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    url,
    fault: async (...faults) => void (await control('POST', 'scenario', { faults })),
    clearFaults: async () => void (await control('DELETE', 'scenario')),
    set: async (changes) => void (await control('POST', 'settings', changes)),
    log: async () => (await control('GET', 'log')) as DoubleLog,
    close: () => managed.kill9(),
  }
}
