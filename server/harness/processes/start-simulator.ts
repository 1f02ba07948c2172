import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from './find-free-port.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

export type SimulatorOptions = {
  dir: string
  port?: number
  /** Its SIMULATOR_... settings, and PATH for the programs it calls. */
  env: NodeJS.ProcessEnv
  logFile?: string
  signal?: AbortSignal | undefined
}

export type Simulator = ManagedProcess & { readonly url: string }

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const port = options.port ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  mkdirSync(options.dir, { recursive: true })
  const managed = await startManagedProcess(
    {
      name: 'simulator',
      program: process.execPath,
      args: [join(REPO_ROOT, 'simulator', 'src', 'main.ts')],
      env: {
        ...options.env,
        SIMULATOR_HOST: '127.0.0.1',
        SIMULATOR_PORT: String(port),
        SIMULATOR_DATA: join(options.dir, 'data'),
        // It would exit because its input is closed; here the kernel ends it with the parent.
        EXIT_WITH_PARENT: '0',
      },
      cwd: REPO_ROOT,
      logFile: options.logFile ?? join(options.dir, 'simulator.log'),
      isReady: async () => {
        const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) })
        await answer.body?.cancel()
        return answer.ok
      },
    },
    options.signal,
  )
  return Object.assign(managed, { url })
}
