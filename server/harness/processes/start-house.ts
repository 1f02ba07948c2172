import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isPortFree } from './find-free-port.ts'
import { keepPorts } from './keep-ports.ts'
import { keepSecrets } from './keep-secrets.ts'
import { runAdmin } from './run-admin.ts'
import { type Engine, type EngineOptions, startEngine } from './start-engine.ts'
import type { Part } from './start-part.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'
import { type S3, startS3 } from './start-s3.ts'
import { type Server, startServer } from './start-server.ts'
import { type Simulator, startSimulator } from './start-simulator.ts'
import { waitUntil } from './wait-until.ts'
import { wireApi, wireHouse, wireWorker } from './wire-house.ts'

export type HouseOptions = {
  dir: string
  /** Of the first api. */
  port?: number
  /** Passed on to api, worker, simulator and admin; what wires them together comes on top. */
  env: NodeJS.ProcessEnv
  /** Begin with nothing: `dir` is deleted first. */
  fresh?: boolean
  processes?: { apis?: number; workers?: number }
  postgres?: Pick<PostgresOptions, 'binDir' | 'settings' | 'durable'>
  engine?: Pick<EngineOptions, 'partitions' | 'memory' | 'settings'>
  /** Runs between migration and readiness, beside the start of api and worker. */
  prepare?: (admin: Admin) => Promise<void>
  signal?: AbortSignal | undefined
}

export type Admin = (...args: string[]) => Promise<string>

export type House = {
  readonly baseUrl: string
  readonly postgres: Postgres
  readonly engine: Engine
  readonly s3: S3
  readonly simulator: Simulator
  readonly apis: Server[]
  readonly workers: Server[]
  /** All of the above by name: postgres, engine, s3, simulator, api, api-2, worker, worker-2 and so on. */
  readonly parts: Record<string, Part>
  /** Enough to run an admin command or another process of the server against this house. */
  readonly env: NodeJS.ProcessEnv
  readonly logDir: string
  admin: Admin
  stop(): Promise<void>
}

const DATABASE = 'atelier'
const REGISTERED_WITHIN_MS = 20_000

type Site = { options: HouseOptions; dir: string; logDir: string; ports: Record<string, number> }
type Keep = <T extends Part>(starting: Promise<T>) => Promise<T>

/** The whole system on this machine: every part, migrated, with the wanted number of apis and workers. */
export async function startHouse(options: HouseOptions): Promise<House> {
  const site = await prepareSite(options)
  const halt = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, halt.signal]) : halt.signal
  const started: Part[] = []
  const starting: Promise<unknown>[] = []
  const keep: Keep = (promise) => {
    const kept = promise.then((part) => {
      started.push(part)
      return part
    })
    starting.push(kept)
    return kept
  }
  try {
    return await build(site, keep, signal)
  } catch (error) {
    halt.abort(error)
    await Promise.allSettled(starting)
    await stopInOrder(started)
    throw error
  }
}

async function prepareSite(options: HouseOptions): Promise<Site> {
  const dir = resolve(options.dir)
  const logDir = join(dir, 'logs')
  if (options.port !== undefined && !(await isPortFree(options.port))) {
    throw new Error(`port ${options.port} is taken by another process`)
  }
  await rm(options.fresh ? dir : logDir, { recursive: true, force: true, maxRetries: 3 })
  mkdirSync(logDir, { recursive: true })
  const parts = ['ingress', 'admin', 'node', 'postgres', 's3', 'simulator']
  const names = [...parts, ...namesOf('api', options), ...namesOf('worker', options)]
  const ports = await keepPorts(join(dir, 'ports.json'), names)
  if (options.port !== undefined) ports.api = options.port
  return { options, dir, logDir, ports }
}

function namesOf(role: 'api' | 'worker', { processes }: HouseOptions): string[] {
  const count = processes?.[`${role}s`] ?? 1
  return Array.from({ length: count }, (_, index) => (index === 0 ? role : `${role}-${index + 1}`))
}

async function build(site: Site, keep: Keep, signal: AbortSignal): Promise<House> {
  const { options, logDir } = site
  const machines = await openMachines(site, keep, signal)
  const env = { ...options.env, ...machines.wiring }
  const admin: Admin = (...args) => runAdmin(args, env, signal)
  await admin('migrate')

  const open = (role: 'api' | 'worker', wirePort: (port: number) => NodeJS.ProcessEnv) =>
    namesOf(role, options).map((name) => {
      const port = site.ports[name] as number
      // A folder each: what a killed worker left half downloaded is then easy to tell from what is in use.
      const own = { ...env, ...wirePort(port), TEMP_DIR: join(site.dir, 'temp', name) }
      return keep(startServer({ name, role, port, env: own, logFile: join(logDir, `${name}.log`), signal }))
    })
  const [apis, workers] = await Promise.all([
    Promise.all(open('api', wireApi)),
    Promise.all(open('worker', wireWorker)),
    options.prepare?.(admin),
  ])
  const { postgres, engine, s3, simulator } = machines
  await waitForRegistration(engine, workers, signal)

  const all = [postgres, engine, s3, simulator, ...apis, ...workers]
  const parts = Object.fromEntries(all.map((part) => [part.name, part]))
  const baseUrl = machines.wiring.PUBLIC_URL as string
  const stop = () => stopInOrder(all)
  return { baseUrl, postgres, engine, s3, simulator, apis, workers, parts, env, logDir, admin, stop }
}

async function openMachines({ options, dir, logDir, ports }: Site, keep: Keep, signal: AbortSignal) {
  const port = (name: string) => ports[name] as number
  const at = (name: string) => ({ dir: join(dir, name), logFile: join(logDir, `${name}.log`), signal })
  const secrets = keepSecrets(join(dir, 'secrets.json'))
  const keys = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey }
  const enginePorts = { ingress: port('ingress'), admin: port('admin'), node: port('node') }
  const [postgres, engine, s3, simulator] = await Promise.all([
    keep(startPostgres({ ...options.postgres, ...at('postgres'), port: port('postgres') })),
    keep(startEngine({ ...options.engine, ...at('engine'), ports: enginePorts })),
    keep(startS3({ ...at('s3'), ...keys, port: port('s3') })),
    keep(startSimulator({ ...at('simulator'), env: options.env, port: port('simulator') })),
  ])
  await postgres.createDatabase(DATABASE)
  const machines = { postgres, engine, s3, simulator }
  const place = { secrets, database: DATABASE, tempDir: join(dir, 'temp') }
  const wiring = wireHouse({ ...machines, ...place, apiPort: port('api'), workerPort: port('worker') })
  return { ...machines, wiring }
}

/**
 * Until the engine knows a worker it runs nothing, and a first submit would have to wait for the safety net.
 */
async function waitForRegistration(engine: Engine, workers: Server[], signal: AbortSignal): Promise<void> {
  const isRegistered = async () => {
    const answer = await fetch(`${engine.adminUrl}/deployments`, { signal: AbortSignal.timeout(2_000) })
    const known = await answer.text()
    return workers.every((worker) => known.includes(`${worker.url}/`))
  }
  await waitUntil('the engine knows every worker', isRegistered, { withinMs: REGISTERED_WITHIN_MS, signal })
}

/** Our own processes first, so that they can finish what they are doing with the parts they need. */
async function stopInOrder(parts: Part[]): Promise<void> {
  const isOurs = (part: Part) => /^(api|worker)/.test(part.name)
  await Promise.all(parts.filter(isOurs).map((part) => part.stop()))
  await Promise.all(parts.filter((part) => !isOurs(part)).map((part) => part.stop()))
}
