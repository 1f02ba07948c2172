import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
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
  /** Folders in memory; everything else of the root is read-only. */
  temporary: string[]
}

/** The processes of all containers share one network that reaches nothing else. */
export type Network = { pid: number; hosts: string }

/** A process of a container: an ordinary user without capabilities, in a root that it cannot write. */
export function startContainer(
  container: Container,
  network: Network,
  output: { log: string; print?: (text: string) => void },
) {
  return startProgram({ words: wordsOf(container, network), ...output })
}

function wordsOf({ image, command, env, user, mounts, temporary }: Container, network: Network): string[] {
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
    ...temporary.flatMap((folder) => ['--perms', '1777', '--tmpfs', folder]),
    ...all.flatMap(({ from, to, isReadOnly }) => [isReadOnly ? '--ro-bind' : '--bind', from, to]),
    ...Object.entries({ ...image.env, ...env }).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', image.folder, '--', ...image.entrypoint, ...command],
  ]
}

function makeMountPoint(path: string, from: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  if (statSync(from).isDirectory()) mkdirSync(path)
  else closeSync(openSync(path, 'w'))
}
