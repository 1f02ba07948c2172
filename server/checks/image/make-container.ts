import { chown, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildImage, type Image } from './build-image.ts'
import { type ComposeService, type Project, readEnvironment } from './read-compose.ts'
import { type Container, type Mount, type Network, startContainer, WRITTEN } from './start-container.ts'

/** The stand-in for a container engine: what it has built, and what runs. */
export type Engine = {
  dir: string
  network: Network
  /** By their tag, or by the part of their name before the colon. */
  images: Map<string, Image>
  bases: (name: string) => Promise<Image>
  running: Map<string, Running>
  completed: Set<string>
}

/** `made` tells whether a service has other settings than what runs. */
export type Running = ReturnType<typeof startContainer> & { made: string; stopSignal: NodeJS.Signals }

export type Print = (text: string) => void

/** What an operator typed after `docker`, where, and what it reads. */
export type Call = { folder: string; words: string[]; print: Print; input: Buffer }

export const logOf = ({ dir }: Engine, name: string): string => join(dir, 'logs', `${name}.log`)

export async function build(engine: Engine, dockerfile: string, context: string, tag: string): Promise<void> {
  const { bases, dir } = engine
  const log = logOf(engine, `build-${tag}`)
  engine.images.set(
    tag,
    await buildImage({ dockerfile, context, bases, dir: join(dir, `image-${tag}`), log }),
  )
}

export function findImage({ images }: Engine, name: string): Image {
  const image = images.get(name) ?? images.get(name.split(':')[0] ?? '')
  if (!image) throw new Error(`no image ${name}`)
  return image
}

/** `FROM:TO[:ro]`: a folder or file of the operator, or a volume by its name. */
export async function makeMount(engine: Engine, text: string, folder: string, user: string): Promise<Mount> {
  const [source = '', to = '', mode] = text.split(':')
  const isReadOnly = mode === 'ro'
  if (/^[./]/.test(source)) return { from: resolve(folder, source), to, isReadOnly }
  const from = join(engine.dir, 'volumes', source)
  await mkdir(from, { recursive: true })
  const [uid, gid] = user.split(':').map(Number)
  await chown(from, uid as number, gid as number)
  return { from, to, isReadOnly }
}

export function serviceOf(project: Project, name: string): ComposeService {
  const service = project.services[name]
  if (!service) throw new Error(`compose.yaml has no service ${name}`)
  return service
}

export async function makeContainer(
  engine: Engine,
  project: Project,
  name: string,
  command?: string[],
): Promise<Container> {
  const service = serviceOf(project, name)
  const tag = service.image ?? `compose-${name}`
  if (service.build && !engine.images.has(tag)) {
    const context = resolve(project.folder, service.build.context)
    await build(engine, join(context, service.build.dockerfile), context, tag)
  }
  const image = findImage(engine, tag)
  const user = service.user ?? image.user
  const mounts = (service.volumes ?? []).map((one) => makeMount(engine, one, project.folder, user))
  const inMemory = (service.tmpfs ?? []).map((one) => one.split(':')[0] ?? '')
  return {
    image,
    user,
    command: command ?? service.command ?? image.command,
    env: await readOwnEnvironment(engine, project, name),
    mounts: await Promise.all(mounts),
    temporary: [...new Set([...inMemory, ...(service.read_only ? [] : WRITTEN)])],
  }
}

/** Several listen at the same port for Prometheus, and here all share a network: each at its own address. */
async function readOwnEnvironment({ network }: Engine, project: Project, name: string) {
  const env = await readEnvironment(serviceOf(project, name), project.folder)
  const address = network.addressOf.get(name)
  if (env.METRICS_HOST !== undefined && address !== undefined) env.METRICS_HOST = address
  return env
}

export const runToEnd = (
  engine: Engine,
  name: string,
  container: Container,
  talk: { print?: Print; input?: Buffer } = {},
): Promise<number> => startContainer(container, engine.network, { log: logOf(engine, name), ...talk }).ended
