import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, logOf, makeContainer, type Print, runToEnd, serviceOf } from './make-container.ts'
import { type Project, readCompose } from './read-compose.ts'
import { startContainer } from './start-container.ts'

const HEALTH_EVERY_MS = 500
const HEALTHY_WITHIN_MS = 90_000

/** `docker compose ACTION [options] [SERVICE [COMMAND...]]` */
export async function runCompose(
  engine: Engine,
  folder: string,
  words: string[],
  print: Print,
): Promise<number> {
  const project = await readCompose(folder)
  const [action = '', ...rest] = words
  const names = rest.filter((word, index) => !word.startsWith('-') || rest.slice(0, index).some(isName))
  const [name = '', ...command] = names
  switch (action) {
    case 'up':
      await up(engine, project, names)
      if (rest.includes('--wait')) await waitUntilAllHealthy(engine, project, names)
      return 0
    case 'ps':
      return list(engine, project, print)
    case 'run': {
      await startDependencies(engine, project, name)
      const given = command.length > 0 ? command : undefined
      return runToEnd(engine, `run-${name}`, await makeContainer(engine, project, name, given), print)
    }
    case 'exec':
      if (!engine.running.get(name)?.isRunning()) throw new Error(`${name} is not running`)
      return runInside(engine, project, { name, command, print })
    default:
      throw new Error(`docker compose ${action} is not known here`)
  }
}

const isName = (word: string): boolean => !word.startsWith('-')

type Inside = { name: string; command: string[]; print?: Print }

/** Not in the process space of the container, but with its root, its user, its settings and its folders. */
async function runInside(
  engine: Engine,
  project: Project,
  { name, command, print }: Inside,
): Promise<number> {
  const container = await makeContainer(engine, project, name, command)
  const bare = { ...container, image: { ...container.image, entrypoint: [] } }
  return runToEnd(engine, `exec-${name}`, bare, print)
}

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
  if (engine.running.get(name)?.isRunning()) return
  await startDependencies(engine, project, name)
  const container = await makeContainer(engine, project, name)
  engine.running.set(name, startContainer(container, engine.network, { log: logOf(engine, name) }))
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
