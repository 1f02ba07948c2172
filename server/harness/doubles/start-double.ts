import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, type ManagedProcess, startManagedProcess } from '../processes/index.ts'
import { type DoubleControl, newDoubleControl } from './double-control.ts'
import { ACCOUNT, type DoubleName } from './double-settings.ts'

export type DoubleOptions = {
  provider: DoubleName
  dir: string
  /** The key that it accepts, instead of `double-key`. */
  key?: string
  seed?: number
  /** Its durations are divided by it. */
  scale?: number
  /** Settings of the double, as in doubles/README.md. */
  settings?: Record<string, unknown>
  /** Whether it remembers tasks and bill when it is killed and started again. */
  isJournaled?: boolean
  signal?: AbortSignal | undefined
}

export type Double = ManagedProcess & DoubleControl & { readonly url: string }

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const READY_WITHIN_MS = 20_000

/** A double as a process of its own, on a port that it keeps when it is started again. */
export async function startDouble(options: DoubleOptions): Promise<Double> {
  const { provider, dir, key, seed = 1, scale = 1, settings = {}, isJournaled = false } = options
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  mkdirSync(dir, { recursive: true })
  const managed = await startManagedProcess(
    {
      name: `double-${provider}`,
      program: process.execPath,
      args: [
        join(REPO_ROOT, 'doubles', 'src', 'main.ts'),
        ...['--provider', provider, '--port', String(port), '--account', ACCOUNT],
        ...['--seed', String(seed), '--scale', String(scale)],
        ...(key === undefined ? [] : ['--key', key]),
        ...(isJournaled ? ['--journal', join(dir, `${provider}.journal`)] : []),
        ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${JSON.stringify(value)}`]),
      ],
      // ffmpeg, which makes the videos, is found by it.
      env: { PATH: process.env.PATH },
      cwd: REPO_ROOT,
      logFile: join(dir, `${provider}.log`),
      isReady: async () => {
        const answer = await fetch(`${url}/__double/time`, { signal: AbortSignal.timeout(1_000) })
        await answer.body?.cancel()
        return answer.ok
      },
      readyWithinMs: READY_WITHIN_MS,
    },
    options.signal,
  )
  return Object.assign(managed, { url, ...newDoubleControl(url) })
}
