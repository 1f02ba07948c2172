import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeOnExit } from '../cleanup/index.ts'
import { fastSettings, type SeededUser } from '../driver/index.ts'
import {
  asRole,
  findFreePort,
  type ManagedProcess,
  type System,
  type SystemOptions,
  startManagedProcess,
  startSystem,
  waitUntil,
  withoutProviders,
} from '../processes/index.ts'
import { mapsIn, socketIn, startRouter } from './start-router.ts'

/** One cell: a whole system of its own, with users of its own. */
export type Cell = {
  name: 'a1' | 'b1'
  system: System
  users: SeededUser[]
  databaseUrl: string
  /** Tells the router new keys and users. */
  publisher: ManagedProcess
}

export type Cells = {
  /** The address of the router. */
  baseUrl: string
  a1: Cell
  b1: Cell
  router: ManagedProcess
  mapsDir: string
  /** The runtime API of the router. */
  socketFile: string
  close(): Promise<void>
}

export type CellsOptions = { users: number; apis?: number; workers?: number; env?: Record<string, string> }

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const EVERY_SECONDS = '0.5'
const READY_WITHIN_MS = 20_000
/** Two whole systems share this machine. */
const SMALL = {
  postgres: { settings: { shared_buffers: '64MB', max_connections: '120' } },
  engine: { partitions: 2, memory: '256MB' },
}

/** Starts two cells and their router in a temporary folder. */
export async function openCells(name: string, options: CellsOptions): Promise<Cells> {
  const dir = await mkdtemp(join(tmpdir(), `atelier-${name}-`))
  const routerDir = join(dir, 'router')
  await mkdir(routerDir)
  const halt = new AbortController()
  const started: { stop(): Promise<void> }[] = []
  const folders = [dir]
  const close = closeOnExit(async () => {
    halt.abort(new Error('closed while it was starting'))
    for (const one of started.toReversed()) await one.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  try {
    const port = await findFreePort()
    const location = { dir, routerDir, baseUrl: `http://127.0.0.1:${port}`, signal: halt.signal }
    const open = async (cell: Cell['name']) => {
      const opened = await openCell(cell, location, options)
      started.push(opened.system, opened.publisher)
      folders.push(dirname(opened.system.postgres.dataDir))
      return opened
    }
    // One after the other: two starts at once would wait for the same cores.
    const a1 = await open('a1')
    const b1 = await open('b1')
    const apiPorts = { a1: portsOf(a1.system), b1: portsOf(b1.system) }
    const router = await startRouter({ dir: routerDir, port, apiPorts, signal: halt.signal })
    started.push(router)
    await waitUntil('the router has found the apis', () => isServed(location.baseUrl, [a1, b1]), {
      withinMs: READY_WITHIN_MS,
      signal: halt.signal,
    })
    const files = { mapsDir: mapsIn(routerDir), socketFile: socketIn(routerDir) }
    return { baseUrl: location.baseUrl, a1, b1, router, ...files, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Location = { dir: string; routerDir: string; baseUrl: string; signal: AbortSignal }

async function openCell(name: Cell['name'], location: Location, options: CellsOptions): Promise<Cell> {
  const { dir, routerDir, baseUrl, signal } = location
  let users: SeededUser[] = []
  const settings: SystemOptions = {
    dir: join(dir, name),
    env: {
      ...withoutProviders(process.env),
      ...fastSettings,
      ...options.env,
      CELL: name,
      TRUST_PROXY: '127.0.0.1',
    },
    publicUrl: baseUrl,
    counts: { apis: options.apis ?? 1, workers: options.workers ?? 1 },
    ...SMALL,
    prepare: async (admin) => {
      const text = await admin(
        ...['seed', '--known-passwords', '--json', '--domain', `${name}.test`],
        ...['--users', String(options.users)],
      )
      users = (JSON.parse(text) as { users: SeededUser[] }).users
    },
    signal,
  }
  const system = await startSystem(settings)
  const maps = join(mapsIn(routerDir), name)
  try {
    // The router does not start without the files.
    await system.admin('publish-cell', maps)
    const publisher = await startPublisher(system, maps, { socket: socketIn(routerDir), signal })
    return { name, system, users, databaseUrl: system.env.DATABASE_URL as string, publisher }
  } catch (error) {
    await system.stop()
    throw error
  }
}

function startPublisher(
  { env, logDir }: System,
  maps: string,
  { socket, signal }: { socket: string; signal: AbortSignal },
): Promise<ManagedProcess> {
  const admin = join(REPO_ROOT, 'server', 'src', 'entry', 'admin.ts')
  return startManagedProcess(
    {
      name: 'publisher',
      program: process.execPath,
      args: [admin, 'publish-cell', maps, '--socket', socket, '--every', EVERY_SECONDS],
      env: { ...env, DATABASE_URL: asRole(env.DATABASE_URL as string, 'atelier_worker') },
      cwd: REPO_ROOT,
      logFile: join(logDir, 'publisher.log'),
      // It goes on until it is stopped, and repeats what fails.
      isReady: async () => true,
      readyWithinMs: READY_WITHIN_MS,
    },
    signal,
  )
}

const portsOf = ({ apis }: System): number[] => apis.map(({ url }) => Number(new URL(url).port))

/** Whether the key of each cell is answered, by its own cell. */
async function isServed(baseUrl: string, cells: Cell[]): Promise<boolean> {
  const answers = cells.map(async ({ name, users }) => {
    const headers = { 'x-api-key': users[0]?.apiKey ?? '' }
    const answer = await fetch(`${baseUrl}/api/gen/credits`, { headers, signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.ok && answer.headers.get('x-cell') === name
  })
  return (await Promise.all(answers)).every(Boolean)
}
