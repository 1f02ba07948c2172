import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { asRole, type DatabaseRole } from './as-role.ts'
import { ensurePorts } from './ensure-ports.ts'
import { ensureSecrets } from './ensure-secrets.ts'
import { isPortFree } from './find-free-port.ts'
import { metricsNameOf, metricsPortsOf, metricsSettings } from './metrics-ports.ts'
import { runAdmin } from './run-admin.ts'
import { startBalancer } from './start-balancer.ts'
import { type Engine, type EngineOptions, startEngine } from './start-engine.ts'
import type { ManagedProcess } from './start-managed-process.ts'
import { type Pooler, startPooler } from './start-pooler.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'
import { type S3, startS3 } from './start-s3.ts'
import { type Server, startServer } from './start-server.ts'
import { ensureSigningKey, signerSettings, startSigner } from './start-signer.ts'
import { type Simulator, startSimulator } from './start-simulator.ts'
import {
  apiSettings,
  providerKeysOf,
  systemSettings,
  withoutProviderKeys,
  workerSettings,
} from './system-settings.ts'
import { waitUntil } from './wait-until.ts'

export type SystemOptions = {
  dir: string
  /** The port of the first api. */
  port?: number
  /** For api, worker, simulator and admin. The addresses of the dependencies are added. */
  env: NodeJS.ProcessEnv
  /** Only for the workers: the keys of providers. */
  workerEnv?: NodeJS.ProcessEnv
  /** How callers and providers reach the system, if that is through a router. */
  publicUrl?: string
  /** Deletes `dir` first. */
  fresh?: boolean
  counts?: { apis?: number; workers?: number }
  /** Puts a balancer in front of the apis, and one in front of the workers, as a deployment has. */
  isBalanced?: boolean
  /**
   * Puts a pooler between the processes and the database. The default is the variable ATELIER_POOLER of this
   * process: 1 means yes. Not with standbys, which the processes find themselves.
   */
  isPooled?: boolean
  /** Gives each api, worker and the signer a port where Prometheus can read it: `metricsPorts`. */
  isMeasured?: boolean
  signEverySeconds?: number
  postgres?: Pick<PostgresOptions, 'binDir' | 'settings' | 'durable'>
  /** Where api and worker look for the database besides `postgres`, as `host:port`. */
  standbyHosts?: string[]
  engine?: Pick<EngineOptions, 'partitions' | 'memory' | 'settings'>
  /** Runs after the migration, while api and worker start. `databaseUrl` is that of a superuser. */
  prepare?: (admin: Admin, databaseUrl: string) => Promise<void>
  /** Called with the name of each process once it is ready, and with `migrations` once they have run. */
  onReady?: (name: string) => void
  signal?: AbortSignal | undefined
}

export type Admin = (...args: string[]) => Promise<string>

export type System = {
  readonly baseUrl: string
  readonly postgres: Postgres
  readonly engine: Engine
  readonly s3: S3
  readonly simulator: Simulator
  readonly apis: Server[]
  readonly workers: Server[]
  readonly pooler: Pooler | undefined
  /** By name of the process, if they are measured. */
  readonly metricsPorts: Readonly<Record<string, number>>
  /** By name: postgres, pooler, engine, s3, simulator, signer, balancer, api, api-2, worker and so on. */
  readonly processes: Record<string, ManagedProcess>
  /**
   * Enough to run an admin command or another process of the server against this system. Its database URL is
   * that of a superuser, for what a test or check does beside the service; `asRole` gives the others.
   */
  readonly env: NodeJS.ProcessEnv
  readonly logDir: string
  admin: Admin
  stop(): Promise<void>
}

const DATABASE = 'atelier'
const REGISTERED_WITHIN_MS = 20_000

const isPooled = ({ isPooled: wanted, standbyHosts }: SystemOptions): boolean =>
  (wanted ?? process.env.ATELIER_POOLER === '1') && !standbyHosts

type Location = { options: SystemOptions; dir: string; logDir: string; ports: Record<string, number> }
type Track = <T extends ManagedProcess>(starting: Promise<T>) => Promise<T>

/** Starts the whole system on this machine, migrated, with the wanted number of apis and workers. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const location = await prepareLocation(options)
  const halt = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, halt.signal]) : halt.signal
  const started: ManagedProcess[] = []
  const starting: Promise<unknown>[] = []
  const track: Track = (promise) => {
    const tracked = promise.then((one) => {
      started.push(one)
      options.onReady?.(one.name)
      return one
    })
    starting.push(tracked)
    return tracked
  }
  try {
    return await build(location, track, signal)
  } catch (error) {
    halt.abort(error)
    await Promise.allSettled(starting)
    await stopInOrder(started)
    throw error
  }
}

async function prepareLocation(options: SystemOptions): Promise<Location> {
  const dir = resolve(options.dir)
  const logDir = join(dir, 'logs')
  if (options.port !== undefined && !(await isPortFree(options.port))) {
    throw new Error(`port ${options.port} is taken by another process`)
  }
  await rm(options.fresh ? dir : logDir, { recursive: true, force: true, maxRetries: 3 })
  mkdirSync(logDir, { recursive: true })
  const dependencies = ['ingress', 'admin', 'node', 'postgres', 's3', 'simulator']
  const balancers = options.isBalanced ? ['api-balancer', 'worker-balancer'] : []
  if (isPooled(options)) dependencies.push('pooler')
  const servers = [...namesOf('api', options), ...namesOf('worker', options)]
  const measured = options.isMeasured ? [...servers, 'signer'].map(metricsNameOf) : []
  const names = [...dependencies, ...balancers, ...servers, ...measured]
  const ports = await ensurePorts(join(dir, 'ports.json'), names)
  if (options.port !== undefined) ports[options.isBalanced ? 'api-balancer' : 'api'] = options.port
  return { options, dir, logDir, ports }
}

function namesOf(role: 'api' | 'worker', { counts }: SystemOptions): string[] {
  const count = counts?.[`${role}s`] ?? 1
  return Array.from({ length: count }, (_, index) => (index === 0 ? role : `${role}-${index + 1}`))
}

async function build(location: Location, track: Track, signal: AbortSignal): Promise<System> {
  const { options, logDir } = location
  const dependencies = await startDependencies(location, track, signal)
  const signerDir = join(location.dir, 'signer')
  const env: NodeJS.ProcessEnv = {
    SHUTDOWN_WAIT_SECONDS: '0',
    ...withoutProviderKeys(options.env),
    ...dependencies.settings,
    ...(options.publicUrl && { PUBLIC_URL: options.publicUrl, CALLBACK_URL: options.publicUrl }),
    LEDGER_PUBLIC_KEYS: ensureSigningKey(signerDir),
  }
  const addressesOf = (role: DatabaseRole) => databaseAddresses(dependencies, options, role)
  const workerEnv = { ...env, ...addressesOf('atelier_worker') }
  const adminEnv = { ...workerEnv, MIGRATION_DATABASE_URL: env.DATABASE_URL }
  // Only the signer has the file with the private key; here it is one of the operator's commands, too.
  const admin: Admin = (...args) =>
    runAdmin(args, args[0] === 'sign-heads' ? { ...adminEnv, ...signerSettings(signerDir) } : adminEnv, {
      signal,
    })
  const signerEnv = { ...workerEnv, ...metricsSettings(location.ports, 'signer') }
  const signing = { dir: signerDir, env: signerEnv, everySeconds: options.signEverySeconds }
  await admin('migrate')
  options.onReady?.('migrations')

  const balanced = options.isBalanced ? balance(location) : undefined
  const open = (role: 'api' | 'worker', portSettings: (port: number) => NodeJS.ProcessEnv) =>
    namesOf(role, options).map((name) => {
      const port = location.ports[name] as number
      // One folder for each process, so that leftovers of a killed worker are not confused with files in use.
      const own = {
        ...env,
        ...(role === 'worker' && providerKeysOf(options.env)),
        ...portSettings(port),
        ...metricsSettings(location.ports, name),
        ...balanced?.settings,
        ...addressesOf(`atelier_${role}`),
        ...(role === 'worker' && options.workerEnv),
        TEMP_DIR: join(location.dir, 'temp', name),
      }
      return track(startServer({ name, role, port, env: own, logFile: join(logDir, `${name}.log`), signal }))
    })
  const [apis, workers, signer, balancer] = await Promise.all([
    Promise.all(open('api', apiSettings)),
    Promise.all(open('worker', workerSettings)),
    track(startSigner({ ...signing, logFile: join(logDir, 'signer.log'), signal })),
    balanced && track(startBalancer({ ...balanced, logFile: join(logDir, 'balancer.log'), signal })),
    options.prepare?.(admin, env.DATABASE_URL as string),
  ])
  const { postgres, engine, s3, simulator, pooler } = dependencies
  const workerUrls = balanced ? [balanced.settings.WORKER_URL] : workers.map(({ url }) => url)
  await waitForRegistration(engine, workerUrls, signal)
  const baseUrl = dependencies.settings.PUBLIC_URL as string
  // A balancer notices only after some time that its servers have started.
  if (balanced)
    await waitUntil('the balancer has found the apis', () => isReady(baseUrl), {
      withinMs: REGISTERED_WITHIN_MS,
      signal,
    })

  const optional = [pooler, balancer].filter((one) => one !== undefined)
  const all = [postgres, engine, s3, simulator, signer, ...optional, ...apis, ...workers]
  const processes = Object.fromEntries(all.map((one) => [one.name, one]))
  const stop = () => stopInOrder(all)
  const metricsPorts = metricsPortsOf(location.ports)
  const opened = { baseUrl, postgres, engine, s3, simulator, pooler, apis, workers, metricsPorts }
  return { ...opened, processes, env, logDir, admin, stop }
}

/** Where the balancer listens, for whom, and what its processes have to know of it. */
function balance({ options, dir, ports }: Location) {
  const pool = (role: 'api' | 'worker') => ({
    port: ports[`${role}-balancer`] as number,
    ports: namesOf(role, options).map((name) => ports[name] as number),
  })
  const workers = pool('worker')
  const settings = { WORKER_URL: `http://127.0.0.1:${workers.port}`, TRUST_PROXY: '127.0.0.1' }
  return { dir: join(dir, 'balancer'), apis: pool('api'), workers, settings }
}

/** Where a process finds the database: through the pooler if there is one, and past it. */
function databaseAddresses(
  { settings, pooler }: { settings: NodeJS.ProcessEnv; pooler: Pooler | undefined },
  { standbyHosts = [] }: SystemOptions,
  role: DatabaseRole,
): NodeJS.ProcessEnv {
  const direct = addHosts(asRole(settings.DATABASE_URL as string, role), standbyHosts)
  return { DATABASE_URL: pooler?.through(direct) ?? direct, DATABASE_DIRECT_URL: direct }
}

/** In the form that names several hosts. */
const addHosts = (url: string, hosts: string[]): string =>
  url.replace(/(@[^/]*)/, (first) => [first, ...hosts].join(','))

async function startDependencies(
  { options, dir, logDir, ports }: Location,
  track: Track,
  signal: AbortSignal,
) {
  const port = (name: string) => ports[name] as number
  const at = (name: string) => ({ dir: join(dir, name), logFile: join(logDir, `${name}.log`), signal })
  const secrets = ensureSecrets(join(dir, 'secrets.json'))
  const keys = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey }
  const enginePorts = { ingress: port('ingress'), admin: port('admin'), node: port('node') }
  const [postgres, engine, s3, simulator] = await Promise.all([
    track(startPostgres({ ...options.postgres, ...at('postgres'), port: port('postgres') })),
    track(startEngine({ ...options.engine, ...at('engine'), ports: enginePorts })),
    track(startS3({ ...at('s3'), ...keys, port: port('s3') })),
    track(
      startSimulator({ ...at('simulator'), env: withoutProviderKeys(options.env), port: port('simulator') }),
    ),
  ])
  await postgres.createDatabase(DATABASE)
  const poolerPlace = { ...at('pooler'), port: port('pooler'), postgresUrl: postgres.url() }
  const pooler = isPooled(options) ? await track(startPooler(poolerPlace)) : undefined
  const dependencies = { postgres, engine, s3, simulator, pooler }
  const shared = { secrets, databaseName: DATABASE, tempDir: join(dir, 'temp') }
  const settings = systemSettings({
    ...dependencies,
    ...shared,
    apiPort: port(options.isBalanced ? 'api-balancer' : 'api'),
    workerPort: port(options.isBalanced ? 'worker-balancer' : 'worker'),
  })
  return { ...dependencies, settings }
}

/**
 * Until the engine knows a worker it runs nothing, and a first submit would have to wait for the tick.
 */
async function waitForRegistration(engine: Engine, urls: string[], signal: AbortSignal): Promise<void> {
  const isRegistered = async () => {
    const answer = await fetch(`${engine.adminUrl}/deployments`, { signal: AbortSignal.timeout(2_000) })
    const known = await answer.text()
    return urls.every((url) => known.includes(`${url}/`))
  }
  await waitUntil('the engine knows every worker', isRegistered, { withinMs: REGISTERED_WITHIN_MS, signal })
}

async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) })
  await answer.body?.cancel()
  return answer.ok
}

/** Api, worker and signer first, so that they can finish their work while their dependencies still run. */
async function stopInOrder(processes: ManagedProcess[]): Promise<void> {
  const isOurs = (one: ManagedProcess) => /^(api|worker|signer)/.test(one.name)
  await Promise.all(processes.filter(isOurs).map((one) => one.stop()))
  await Promise.all(processes.filter((one) => !isOurs(one)).map((one) => one.stop()))
}
