import { mkdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findFreePorts } from './find-free-port.ts'
import { loadEngineKey } from './load-engine-key.ts'
import { loadProgramPath } from './program-path.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

type EnginePorts = { ingress: number; admin: number; node: number }

export type EngineOptions = {
  dir: string
  ports?: EnginePorts
  /** Fixed at the first start; changing it requires a wipe. */
  partitions?: number
  memory?: string
  /** More of the engine's own settings, RESTATE_... */
  settings?: Record<string, string>
  logFile?: string
  signal?: AbortSignal | undefined
}

export type Engine = ManagedProcess & {
  readonly ingressUrl: string
  readonly adminUrl: string
  readonly publicKey: string
  /** Where it tells Prometheus what it measures. */
  readonly nodePort: number
  /** Deletes all data of the engine except its key. It must not be running. */
  wipe(): Promise<void>
}

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { dir } = options
  const program = findEngine()
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const ports = options.ports ?? (await choosePorts())
  const keyFile = join(dir, 'identity.pem')
  const publicKey = loadEngineKey(keyFile)
  const dataDir = join(dir, 'data')
  const tempDir = join(dataDir, 'temp')
  const ingressUrl = `http://127.0.0.1:${ports.ingress}`
  const adminUrl = `http://127.0.0.1:${ports.admin}`
  const managed = await startManagedProcess(
    {
      name: 'engine',
      program,
      args: ['--no-logo', '--listen-mode', 'tcp', '--base-dir', dataDir, '--node-name', 'atelier'],
      env: {
        DO_NOT_TRACK: '1',
        RESTATE_LOG_DISABLE_ANSI_CODES: 'true',
        RESTATE_LOG_FILTER: 'warn,restate=info,octocrab=off',
        RESTATE_DEFAULT_NUM_PARTITIONS: String(options.partitions ?? 4),
        RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: options.memory ?? '512MB',
        // What is only in memory is read again from the log after a crash, which takes seconds.
        RESTATE_WORKER__STORAGE__ROCKSDB_MEMORY_BUDGET: '8MB',
        ...options.settings,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ports.ingress}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${ports.admin}`,
        RESTATE_BIND_ADDRESS: `127.0.0.1:${ports.node}`,
        RESTATE_WORKER__INVOKER__TMP_DIR: tempDir,
        RESTATE_WORKER__INVOKER__REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: keyFile,
      },
      cwd: dir,
      logFile: options.logFile ?? join(dir, 'engine.log'),
      isReady: () => answers(ingressUrl, adminUrl),
      // Each start creates its own folders there, and a killed engine does not remove them.
      beforeStart: () => rm(tempDir, { recursive: true, force: true }),
      // The engine of a killed session may hold the data for a moment. The log does not show that reason.
      isPassing: () => true,
      passesWithinMs: 2_000,
    },
    options.signal,
  )
  const wipe = async () => {
    if (managed.pid) throw new Error('stop or kill the engine before its data is wiped')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  return Object.assign(managed, { ingressUrl, adminUrl, publicKey, nodePort: ports.node, wipe })
}

async function choosePorts(): Promise<EnginePorts> {
  const [ingress, admin, node] = (await findFreePorts(3)) as [number, number, number]
  return { ingress, admin, node }
}

/**
 * The npm package puts a small Node script on PATH that starts the real program. Killing that script would
 * leave the engine running, so the real program is started.
 */
function findEngine(): string {
  const found = realpathSync(loadProgramPath('restate-server'))
  if (!found.endsWith('.js')) return found
  const platform = `@restatedev/restate-server-${process.platform}-${process.arch}`
  return createRequire(found).resolve(`${platform}/bin/restate-server`)
}

/** Health is not enough: just after a start the query may fail although health is fine. */
async function answers(ingressUrl: string, adminUrl: string): Promise<boolean> {
  const health = await fetch(`${ingressUrl}/restate/health`, { signal: AbortSignal.timeout(1_000) })
  await health.body?.cancel()
  if (!health.ok) return false
  const count = await fetch(`${adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: 'select count(1) from sys_invocation' }),
    signal: AbortSignal.timeout(2_000),
  })
  await count.body?.cancel()
  return count.ok
}
