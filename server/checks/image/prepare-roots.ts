import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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
  // A mirror may be older than its index says it should be, where this machine takes it so, too.
  const isChecked = execFileSync('apt-config', ['shell', 'IS', 'Acquire::Check-Valid-Until']).toString()
  if (isChecked.includes('false')) options.push('--aptopt=Acquire::Check-Valid-Until "false"')
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
  await install(base, ['ca-certificates', 'caddy'], log)
  for (const name of ['versitygw', 'restate-server'])
    await cp(findTool(name), join(root, 'usr/local/bin', name), { dereference: true })
  return partsOf(base)
}

const POSTGRES_PATH = `/usr/lib/postgresql/18/bin:${PATH}`
/** As that image has them: a user of a fixed number, and no data before its first start. */
const PREPARE_POSTGRES = [
  'groupadd -r -g 999 postgres',
  'useradd -r -u 999 -g postgres -d /var/lib/postgresql postgres',
  'mkdir -p /etc/postgresql-common',
  'echo create_main_cluster=false >/etc/postgresql-common/createcluster.conf',
].join(' && ')

/** Stands in for `postgres:18`, from Debian's testing distribution, whose pgBackRest knows it. */
export async function makePostgres(root: string, authority: string, log: string): Promise<Image> {
  const image = await makeDebian('forky', root, log)
  await runAsRoot(image, ['sh', '-c', PREPARE_POSTGRES], log)
  await install(image, ['postgresql-18'], log)
  await cp(join(HERE, 'start-postgres.sh'), join(root, 'opt/start-postgres.sh'))
  // What signed the certificate of the bucket for backups counts as a public authority.
  const authorities = join(root, 'usr/local/share/ca-certificates')
  await mkdir(authorities, { recursive: true })
  await writeFile(join(authorities, 'bucket.crt'), authority)
  return {
    ...image,
    env: { PATH: POSTGRES_PATH },
    user: '999:999',
    entrypoint: ['sh', '/opt/start-postgres.sh'],
    command: ['postgres'],
    stopSignal: 'SIGINT',
  }
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
