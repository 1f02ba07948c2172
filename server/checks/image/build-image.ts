import { cp, mkdir, readFile } from 'node:fs/promises'
import { matchesGlob, relative, resolve } from 'node:path'
import { type Instruction, readCommand, readDockerfile } from './read-dockerfile.ts'
import { runProgram } from './run-program.ts'

/** A root folder, and how processes are started in it. */
export type Image = {
  root: string
  folder: string
  user: string
  env: Record<string, string>
  entrypoint: string[]
  command: string[]
  /** What ends its process in order. */
  stopSignal?: 'SIGTERM' | 'SIGINT'
}

export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export const newImage = (root: string): Image => ({
  root,
  folder: '/',
  user: '0:0',
  env: { PATH },
  entrypoint: [],
  command: [],
})

type Build = {
  dockerfile: string
  context: string
  /** The images that FROM may name. */
  bases: (name: string) => Promise<Image>
  /** Where the roots of the stages are made. */
  dir: string
  log: string
}

/** Executes a Dockerfile, instruction by instruction. One that is not known here is an error. */
export async function buildImage(build: Build): Promise<Image> {
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const instruction of readDockerfile(await readFile(build.dockerfile, 'utf8'))) {
    if (instruction.word !== 'FROM') {
      if (!image) throw new Error(`${build.dockerfile}: ${instruction.word} before FROM`)
      await execute(instruction, image, stages, build)
      continue
    }
    const [base = '', , name = `stage-${stages.size}`] = instruction.text.split(/\s+/)
    image = await copyImage(await build.bases(base), `${build.dir}-${name}`, build.log)
    stages.set(name, image)
  }
  if (!image) throw new Error(`${build.dockerfile}: no FROM`)
  return image
}

export async function copyImage(base: Image, root: string, log: string): Promise<Image> {
  await runProgram({ words: ['cp', '-a', '--reflink=auto', base.root, root], log })
  return { ...base, root, env: { ...base.env } }
}

async function execute(
  { word, text }: Instruction,
  image: Image,
  stages: Map<string, Image>,
  build: Build,
): Promise<void> {
  switch (word) {
    case 'RUN':
      return runAsRoot(image, readCommand(text), build.log)
    case 'COPY':
      return copy(text, image, stages, build)
    case 'WORKDIR':
      image.folder = resolve(image.folder, text)
      await mkdir(image.root + image.folder, { recursive: true })
      return
    case 'USER':
      image.user = text
      return
    case 'ENV':
      for (const pair of text.split(/\s+/)) image.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
      return
    case 'ENTRYPOINT':
      image.entrypoint = readCommand(text)
      return
    case 'CMD':
      image.command = readCommand(text)
      return
    case 'EXPOSE':
    case 'STOPSIGNAL':
    // compose.yaml names the health check of each process.
    case 'HEALTHCHECK':
      return
    default:
      throw new Error(`${build.dockerfile}: ${word} is not known here`)
  }
}

async function copy(text: string, image: Image, stages: Map<string, Image>, build: Build): Promise<void> {
  const words = text.split(/\s+/)
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const [source = '', target = ''] = words
  const to = image.root + resolve(image.folder, target)
  if (from !== undefined) {
    const stage = stages.get(from) ?? (await build.bases(from))
    return runProgram({ words: ['cp', '-a', '--reflink=auto', stage.root + source, to], log: build.log })
  }
  const patterns = await readIgnored(build.context)
  const isIgnored = (path: string) => patterns.some((pattern) => matchesGlob(path, pattern))
  await cp(resolve(build.context, source), to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isIgnored(relative(build.context, path)),
  })
}

async function readIgnored(context: string): Promise<string[]> {
  const text = await readFile(resolve(context, '.dockerignore'), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** Root of the image, with the network and the certificate authorities of this machine. */
export async function runAsRoot(image: Image, words: string[], log: string): Promise<void> {
  const authorities = process.env.SSL_CERT_FILE ?? '/etc/ssl/certs/ca-certificates.crt'
  const trusted = '/run/authorities.pem'
  const variables = { ...image.env, HOME: '/var/cache', SSL_CERT_FILE: trusted, NODE_EXTRA_CA_CERTS: trusted }
  await runProgram({
    words: [
      ...['bwrap', '--bind', image.root, '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run'],
      ...['--ro-bind', authorities, trusted, '--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf'],
      ...['--unshare-pid', '--unshare-ipc', '--cap-add', 'ALL', '--die-with-parent', '--clearenv'],
      ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
      ...['--chdir', image.folder, '--', ...words],
    ],
    log,
  })
}
