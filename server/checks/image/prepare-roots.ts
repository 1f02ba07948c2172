import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { copyImage, type Image, newImage, PATH, runAsRoot } from './build-image.ts'
import { runProgram } from './run-program.ts'

const NPM = '11.6.2'
const MERGED_USR = '/usr/share/mmdebstrap/hooks/merged-usr'
const HERE = import.meta.dirname

export type Roots = {
  /** Debian 12 with nothing but its smallest set of packages. */
  clean: Image
  node: Image
  parts: Record<string, Image>
  operator: Image
}

/** A clean root of a Debian release, from the mirror that this machine uses. */
export async function makeDebian(release: string, root: string, log: string): Promise<Image> {
  const mirrors = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Label: Debian'])
  const mirror = mirrors.toString().split('\n')[0] ?? ''
  // As in the images of Debian, packages are not synchronized to the disk one by one.
  const options = ['--variant=minbase', '--quiet', '--dpkgopt=force-unsafe-io', `--hook-dir=${MERGED_USR}`]
  const source = `deb ${mirror} ${release} main`
  // What it mounts in the root vanishes with it.
  await runProgram({
    words: ['unshare', '--mount', '--', 'mmdebstrap', ...options, release, root, source],
    log,
  })
  return newImage(root)
}

/** Stands in for `node:...-bookworm-slim`: Debian, Node and npm. */
export async function makeNode(clean: Image, root: string, log: string): Promise<Image> {
  const image = await copyImage(clean, root, log)
  const local = join(root, 'usr/local')
  await cp(findTool('node'), join(local, 'bin/node'), { dereference: true })
  const folder = join(local, 'lib/npm')
  await mkdir(folder, { recursive: true })
  const wanted = { private: true, dependencies: { npm: NPM } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(wanted))
  await runProgram({ words: ['pnpm', '--dir', folder, '--ignore-workspace', 'install'], log })
  const start =
    '#!/bin/sh\nexec node /usr/local/lib/npm/node_modules/npm/bin/npm-cli.js --prefix /usr/local "$@"\n'
  await writeFile(join(local, 'bin/npm'), start, { mode: 0o755 })
  return image
}

/** Stands in for the images of others: their programs, started as those images start them. */
export async function makeParts(clean: Image, root: string, log: string): Promise<Record<string, Image>> {
  const base = await copyImage(clean, root, log)
  await install(base, ['ca-certificates', 'postgresql-client', 'caddy'], log)
  const native = dirname(dirname(findTool('postgres')))
  await cp(native, join(root, 'opt/postgres'), { recursive: true, verbatimSymlinks: true })
  for (const name of ['versitygw', 'restate-server'])
    await cp(findTool(name), join(root, 'usr/local/bin', name), { dereference: true })
  await cp(join(HERE, 'start-postgres.sh'), join(root, 'opt/start-postgres.sh'))
  return partsOf(base)
}

/** How the images of others start their programs. */
function partsOf(base: Image): Record<string, Image> {
  const image = (start: string[], command: string[] = [], env: Record<string, string> = {}): Image => ({
    ...base,
    env: { ...base.env, ...env },
    user: '999:999',
    entrypoint: start,
    command,
  })
  const caddy = ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile']
  return {
    postgres: image(['sh', '/opt/start-postgres.sh'], ['postgres']),
    'restatedev/restate': image(['restate-server']),
    'versity/versitygw': image(['versitygw']),
    caddy: image([], caddy, { XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: '/run/config', HOME: '/run' }),
  }
}

/** The machine of an operator: what the guide asks for, and the stand-in for a container engine. */
export async function makeOperator(clean: Image, root: string, log: string): Promise<Image> {
  const image = await copyImage(clean, root, log)
  await install(image, ['bash', 'ca-certificates', 'curl', 'git', 'jq'], log)
  await cp(join(HERE, 'docker'), join(root, 'usr/local/bin/docker'))
  return { ...image, env: { PATH }, user: '1000:1000', entrypoint: ['bash'] }
}

async function install(image: Image, packages: string[], log: string): Promise<void> {
  const line = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`
  await runAsRoot({ ...image, env: { PATH, DEBIAN_FRONTEND: 'noninteractive' } }, ['sh', '-c', line], log)
}

function findTool(name: string): string {
  if (name === 'node') return process.execPath
  const path = realpathSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim())
  // The engine's program starts a binary of another package.
  if (!path.endsWith('.js')) return path
  return createRequire(path).resolve(`@restatedev/restate-server-linux-x64/bin/${name}`)
}
