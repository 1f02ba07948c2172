import { connect } from 'node:net'
import { join } from 'node:path'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

export type ServerOptions = {
  name: string
  role: 'api' | 'worker'
  port: number
  env: NodeJS.ProcessEnv
  logFile: string
  signal?: AbortSignal | undefined
}

export type Server = ManagedProcess & {
  readonly url: string
  /** Other settings for its next start, for example those of another release. */
  setEnv(changed: NodeJS.ProcessEnv): void
  /** Other code for its next start: a clone of the repository; undefined is this one. */
  setRoot(root: string | undefined): void
}

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
/** Longer than it needs to finish its requests or its steps, of which the longest is a held submit. */
const STOP_WITHIN_MS = 120_000

/**
 * One process of the server. Ready means that it accepts connections; its dependencies may be down at that
 * time.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { name, role, port, logFile } = options
  const env = { ...options.env }
  const programOf = (root: string) => join(root, 'server', 'src', 'entry', 'main.ts')
  const args = [programOf(REPO_ROOT), role]
  const managed = await startManagedProcess(
    {
      name,
      program: process.execPath,
      args,
      env,
      cwd: REPO_ROOT,
      logFile,
      isReady: () => takesConnections(port),
      stopWithinMs: STOP_WITHIN_MS,
    },
    options.signal,
  )
  const setEnv = (changed: NodeJS.ProcessEnv) => void Object.assign(env, changed)
  const setRoot = (root = REPO_ROOT) => {
    args[0] = programOf(root)
  }
  return Object.assign(managed, { url: `http://127.0.0.1:${port}`, setEnv, setRoot })
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
