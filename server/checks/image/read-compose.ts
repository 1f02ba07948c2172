import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully'

export type ComposeService = {
  image?: string
  build?: { context: string; dockerfile: string }
  command?: string[]
  user?: string
  read_only?: boolean
  tmpfs?: string[]
  env_file?: (string | { path: string; required?: boolean })[]
  environment?: Record<string, string>
  volumes?: string[]
  networks?: string[]
  depends_on?: Record<string, { condition: Condition }>
  healthcheck?: { test?: string[]; disable?: boolean; interval?: string; retries?: number }
}

type Services = Record<string, ComposeService>
export type Project = { folder: string; services: Services }

/** What the stand-in does, or what has no meaning without an engine. Another key is an error, not ignored. */
const KNOWN = new Set(
  (
    'image build command user read_only tmpfs env_file environment volumes networks depends_on healthcheck ' +
    'ports cap_drop security_opt restart stop_grace_period shm_size logging'
  ).split(' '),
)

/** compose.yaml of a folder, or what COMPOSE_FILE names, with the variables of the file .env beside it. */
export async function readCompose(folder: string): Promise<Project> {
  const variables = parseEnv(await readFile(join(folder, '.env'), 'utf8'))
  const names = (variables.COMPOSE_FILE ?? 'compose.yaml').split(':')
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const fill = (value: string): string =>
    value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind = '', rest = '') => {
      if (variables[name]) return variables[name]
      if (kind === '?') throw new Error(`${name}: ${rest}`)
      return rest
    })
  // As Compose does it: in the values, after the file was read.
  const files = texts.map((text) => mapTexts(parse(text, { merge: true }), fill) as Project)
  const services = files.map((file) => file.services).reduce(mergeServices)
  for (const [name, service] of Object.entries(services))
    for (const key of Object.keys(service))
      if (!KNOWN.has(key)) throw new Error(`compose.yaml: ${key} of ${name} is not known here`)
  return { folder, services }
}

/** As Compose does it: lists and maps are joined, what else the later file has counts. */
function mergeServices(all: Services, more: Services): Services {
  const merged = { ...all }
  for (const [name, { volumes = [], networks = [], environment = {}, ...rest }] of Object.entries(more)) {
    const before = all[name] ?? {}
    merged[name] = {
      ...before,
      ...rest,
      volumes: [...(before.volumes ?? []), ...volumes],
      networks: [...(before.networks ?? []), ...networks],
      environment: { ...before.environment, ...environment },
    }
  }
  return merged
}

/** The environment of a service: its files first, then its own lines. */
export async function readEnvironment(
  { env_file = [], environment = {} }: ComposeService,
  folder: string,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const one of env_file) {
    const { path, required = true } = typeof one === 'string' ? { path: one } : one
    const text = await readFile(resolve(folder, path), 'utf8').catch((error: Error) => {
      if (required) throw error
      return ''
    })
    Object.assign(values, parseEnv(text))
  }
  for (const [name, value] of Object.entries(environment)) values[name] = String(value)
  return values
}

function mapTexts(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, fill)]))
}
