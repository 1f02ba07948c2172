import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Call,
  type Engine,
  logOf,
  makeContainer,
  type Print,
  runToEnd,
  serviceOf,
} from './make-container.ts'
import { type Project, readCompose } from './read-compose.ts'
import { findProcess, startContainer } from './start-container.ts'

const HEALTH_EVERY_MS = 500
const HEALTHY_WITHIN_MS = 90_000
const STOPPED_WITHIN_MS = 90_000

/** `docker compose ACTION [options] [SERVICE [COMMAND...]]` */
export async function runCompose(engine: Engine, { folder, words, print, input }: Call): Promise<number> {
  const project = await readCompose(folder)
  const [action = '', ...rest] = words
  const at = rest.findIndex((word) => !word.startsWith('-'))
  const options = at < 0 ? rest : rest.slice(0, at)
  const names = at < 0 ? [] : rest.slice(at)
  const [name = '', ...command] = names
  switch (action) {
    case 'build':
      for (const one of names) await makeContainer(engine, project, one)
      return 0
    case 'up':
      await up(engine, project, names)
      if (options.includes('--wait')) await waitUntilAllHealthy(engine, project, names)
      return 0
    case 'stop':
      for (const one of names) await stop(engine, one)
      return 0
    case 'ps':
      return list(engine, project, print)
    case 'run': {
      if (!options.includes('--no-deps')) await startDependencies(engine, project, name)
      const given = command.length > 0 ? command : undefined
      const container = await makeContainer(engine, project, name, given)
      return runToEnd(engine, `run-${name}`, container, { print, input })
    }
    case 'exec':
      if (!engine.running.get(name)?.isRunning()) throw new Error(`${name} is not running`)
      return runInside(engine, project, { name, command, talk: { print, input } })
    default:
      throw new Error(`docker compose ${action} is not known here`)
  }
}

type Inside = { name: string; command: string[]; talk?: { print: Print; input: Buffer } }

/** Not in the process space of the container, but with its root, its user, its settings and its folders. */
async function runInside(engine: Engine, project: Project, { name, command, talk }: Inside): Promise<number> {
  const container = await makeService(engine, project, name, command)
  const bare = { ...container, image: { ...container.image, entrypoint: [] } }
  return runToEnd(engine, `exec-${name}`, bare, talk)
}

/** The container of a service: what is executed in it later finds its temporary folders. */
async function makeService(engine: Engine, project: Project, name: string, command?: string[]) {
  const container = await makeContainer(engine, project, name, command)
  return { ...container, shared: sharedOf(engine, name) }
}

const sharedOf = ({ dir }: Engine, name: string): string => join(dir, 'temporary', name)

async function up(engine: Engine, project: Project, names: string[]): Promise<void> {
  const waited = Object.values(project.services).flatMap(({ depends_on = {} }) =>
    Object.entries(depends_on).filter(([, { condition }]) => condition === 'service_completed_successfully'),
  )
  const tasks = new Set(waited.map(([name]) => name))
  for (const name of names.length > 0 ? names : Object.keys(project.services))
    await (tasks.has(name) ? complete(engine, project, name) : start(engine, project, name))
}

async function waitUntilAllHealthy(engine: Engine, project: Project, names: string[]): Promise<void> {
  for (const name of names) {
    const { test, disable } = serviceOf(project, name).healthcheck ?? {}
    if (test && !disable) await waitUntilHealthy(engine, project, name)
  }
}

async function startDependencies(engine: Engine, project: Project, name: string): Promise<void> {
  for (const [other, { condition }] of Object.entries(serviceOf(project, name).depends_on ?? {})) {
    if (condition === 'service_completed_successfully') await complete(engine, project, other)
    else await start(engine, project, other)
    if (condition === 'service_healthy') await waitUntilHealthy(engine, project, other)
  }
}

async function complete(engine: Engine, project: Project, name: string): Promise<void> {
  if (engine.completed.has(name)) return
  await startDependencies(engine, project, name)
  const status = await runToEnd(engine, name, await makeContainer(engine, project, name))
  if (status !== 0) throw new Error(`${name} ended with status ${status}`)
  engine.completed.add(name)
}

async function start(engine: Engine, project: Project, name: string): Promise<void> {
  const container = await makeService(engine, project, name)
  const made = JSON.stringify(container)
  const present = engine.running.get(name)
  if (present?.isRunning() && present.made === made) return
  await startDependencies(engine, project, name)
  await stop(engine, name)
  await rm(sharedOf(engine, name), { recursive: true, force: true })
  const running = startContainer(container, engine.network, { log: logOf(engine, name) })
  engine.running.set(name, { ...running, made, stopSignal: container.image.stopSignal ?? 'SIGTERM' })
}

/** Asks the process to end, and waits as long as compose.yaml allows the slowest. */
async function stop(engine: Engine, name: string): Promise<void> {
  const running = engine.running.get(name)
  engine.running.delete(name)
  if (!running?.isRunning()) return
  const pid = findProcess(running.pid)
  if (pid !== undefined) process.kill(pid, running.stopSignal)
  const patience = new AbortController()
  const late = sleep(STOPPED_WITHIN_MS, 'late', { signal: patience.signal }).catch(() => 'ended')
  const how = await Promise.race([running.ended.then(() => 'ended'), late])
  patience.abort()
  if (how !== 'late') return
  await running.stop()
  throw new Error(`${name} did not end`)
}

/** One look; undefined where a service has no health check. */
async function isHealthy(engine: Engine, project: Project, name: string): Promise<boolean | undefined> {
  const { test = [], disable } = serviceOf(project, name).healthcheck ?? {}
  const [kind, ...words] = test
  if (disable || !kind) return undefined
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words
  return (await runInside(engine, project, { name, command })) === 0
}

async function waitUntilHealthy(engine: Engine, project: Project, name: string): Promise<void> {
  const until = Date.now() + HEALTHY_WITHIN_MS
  while (!(await isHealthy(engine, project, name))) {
    if (Date.now() > until || !engine.running.get(name)?.isRunning())
      throw new Error(`${name} is not healthy`)
    await sleep(HEALTH_EVERY_MS)
  }
}

async function list(engine: Engine, project: Project, print: Print): Promise<number> {
  for (const [name, one] of engine.running) {
    const health = await isHealthy(engine, project, name)
    const word = health === undefined ? '' : health ? ' healthy' : ' unhealthy'
    print(`${name} ${one.isRunning() ? 'running' : 'ended'}${word}\n`)
  }
  return 0
}
