import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Image } from './build-image.ts'
import { startProgram } from './run-program.ts'

export type Mount = { from: string; to: string; isReadOnly: boolean }

export type Container = {
  image: Image
  command: string[]
  env: Record<string, string>
  /** user:group, never root. */
  user: string
  mounts: Mount[]
  /** Folders that vanish with it; everything else of the root is read-only. */
  temporary: string[]
  /** Where they are, if another process has to find them, too. */
  shared?: string
}

/**
 * What programs write in a container whose root may be written. Here every root is read-only, because
 * containers of one image share it.
 */
export const WRITTEN = ['tmp', 'var/tmp', 'run'].map((folder) => `/${folder}`)

/** The processes of all containers share one network that reaches nothing else. */
export type Network = { pid: number; hosts: string; addressOf: Map<string, string> }

/** A process of a container: an ordinary user without capabilities, in a root that it cannot write. */
export function startContainer(
  container: Container,
  network: Network,
  talk: { log: string; print?: (text: string) => void; input?: Buffer },
) {
  return startProgram({ words: wordsOf(container, network), ...talk })
}

/** The process of a container, as this machine counts it: below the one that watches over its space. */
export function findProcess(pid: number): number | undefined {
  const childOf = (parent: number) =>
    Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ')[0]) || undefined
  const first = childOf(pid)
  return first && childOf(first)
}

function wordsOf(container: Container, network: Network): string[] {
  const { image, command, env, user, mounts, temporary, shared } = container
  const [uid = '', gid = uid] = user.split(':')
  if (!/^[1-9]\d*$/.test(uid)) throw new Error(`a container may not run as ${user}`)
  const all = [...mounts, { from: network.hosts, to: '/etc/hosts', isReadOnly: true }]
  const isInMemory = (path: string) => temporary.some((folder) => path.startsWith(`${folder}/`))
  for (const { from, to } of all) if (!isInMemory(to)) makeMountPoint(image.root + to, from)
  for (const folder of temporary) mkdirSync(image.root + folder, { recursive: true })
  return [
    ...['nsenter', `--net=/proc/${network.pid}/ns/net`, '--'],
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--'],
    ...['bwrap', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
    ...['--new-session', '--clearenv', '--ro-bind', image.root, '/', '--dev', '/dev', '--proc', '/proc'],
    ...temporary.flatMap((folder) =>
      shared === undefined
        ? ['--perms', '1777', '--tmpfs', folder]
        : ['--bind', makeOpenFolder(shared + folder), folder],
    ),
    ...all.flatMap(({ from, to, isReadOnly }) => [isReadOnly ? '--ro-bind' : '--bind', from, to]),
    ...Object.entries({ ...image.env, ...env }).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', image.folder, '--', ...image.entrypoint, ...command],
  ]
}

function makeOpenFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o1777)
  return path
}

function makeMountPoint(path: string, from: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  if (statSync(from).isDirectory()) mkdirSync(path)
  else closeSync(openSync(path, 'w'))
}
