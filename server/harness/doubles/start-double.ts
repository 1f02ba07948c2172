import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, type ManagedProcess, startManagedProcess } from '../processes/index.ts'
import { type DoubleControl, newDoubleControl } from './double-control.ts'
import { ACCOUNT, type DoubleName } from './double-settings.ts'

export type DoubleOptions = {
  dir: string
  key: string
  seed: number
  /** Its durations are divided by it. */
  scale: number
  settings: Record<string, unknown>
  /** Whether it remembers tasks and bill when it is killed and started again. */
  isJournaled: boolean
  signal?: AbortSignal | undefined
}

export type Double = ManagedProcess &
  DoubleControl & {
    readonly url: string
    /** Where a journaled one writes all that it must remember. */
    readonly journalFile: string
  }

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const READY_WITHIN_MS = 20_000

/** A double as a process of its own, on a port that it keeps when it is started again. */
export async function startDouble(name: DoubleName, options: DoubleOptions): Promise<Double> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const journalFile = join(options.dir, `${name}.journal`)
  mkdirSync(options.dir, { recursive: true })
  const managed = await startManagedProcess(
    {
      name: `double-${name}`,
      program: process.execPath,
      args: [
        join(REPO_ROOT, 'doubles', 'src', 'main.ts'),
        ...['--provider', name, '--port', String(port), '--key', options.key, '--account', ACCOUNT],
        ...['--seed', String(options.seed), '--scale', String(options.scale)],
        ...(options.isJournaled ? ['--journal', journalFile] : []),
        ...Object.entries(options.settings).flatMap(([setting, value]) => [
          '--set',
          `${setting}=${JSON.stringify(value)}`,
        ]),
      ],
      // ffmpeg, which makes the videos, is found by it.
      env: { PATH: process.env.PATH },
      cwd: REPO_ROOT,
      logFile: join(options.dir, `${name}.log`),
      isReady: async () => {
        const answer = await fetch(`${url}/__double/time`, { signal: AbortSignal.timeout(1_000) })
        await answer.body?.cancel()
        return answer.ok
      },
      readyWithinMs: READY_WITHIN_MS,
    },
    options.signal,
  )
  return Object.assign(managed, { url, journalFile, ...newDoubleControl(url) })
}
