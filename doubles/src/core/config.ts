import { parseArgs } from 'node:util'
import { parseSettings, type Settings } from './settings.ts'

export interface Config {
  provider: string
  host: string
  port: number
  seed: number
  time: 'real' | 'virtual'
  /** Durations of the provider are divided by it. */
  scale: number
  /** Where the epoch of virtual time begins, in epoch milliseconds. */
  startAt: number
  keys: readonly string[]
  adminKeys: readonly string[]
  /** Whose keys these are; signed callbacks name it. */
  account: string
  journal: string | undefined
  settings: Settings
  exitWithParent: boolean
}

const DEFAULT_KEY = 'double-key'
const DEFAULT_ADMIN_KEY = 'double-admin-key'

/** Everything but the name of the provider has a default. */
export function newConfig(provider: string, given: Partial<Config> = {}): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    seed: 1,
    time: 'real',
    scale: 1,
    startAt: Date.now(),
    keys: [DEFAULT_KEY],
    adminKeys: [DEFAULT_ADMIN_KEY],
    account: 'double-account',
    journal: undefined,
    settings: {},
    exitWithParent: false,
    ...given,
    provider,
  }
}

const options = {
  provider: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  seed: { type: 'string' },
  time: { type: 'string' },
  scale: { type: 'string' },
  'start-at': { type: 'string' },
  key: { type: 'string', multiple: true },
  'admin-key': { type: 'string', multiple: true },
  account: { type: 'string' },
  journal: { type: 'string' },
  set: { type: 'string', multiple: true },
  'exit-with-parent': { type: 'boolean' },
} as const

/** Reads the arguments of the command line; throws a sentence that names the wrong one. */
export function readArguments(args: readonly string[], known: Record<string, Settings>): Config {
  const { values } = parseArgs({ args: [...args], options, strict: true })
  const { provider = '', time = 'real' } = values
  const settings = known[provider]
  if (!settings) throw new Error(`Set --provider to ${Object.keys(known).join(' or ')}.`)
  if (time !== 'real' && time !== 'virtual') throw new Error('Set --time to real or virtual.')
  const number = (name: string, value: string | undefined, low: number) => {
    if (value === undefined) return undefined
    const parsed = Number(value)
    if (value.trim() === '' || !(parsed >= low)) throw new Error(`Set --${name} to a number from ${low}.`)
    return parsed
  }
  const changes = parseSettings(Object.fromEntries((values.set ?? []).map(readPair)), settings)
  if (typeof changes === 'string') throw new Error(changes)
  const given = {
    host: values.host,
    port: number('port', values.port, 0),
    seed: number('seed', values.seed, 0),
    scale: number('scale', values.scale, 0.001),
    startAt: number('start-at', values['start-at'], 0),
    keys: values.key,
    adminKeys: values['admin-key'],
    account: values.account,
    journal: values.journal,
    exitWithParent: values['exit-with-parent'],
  }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return newConfig(provider, { ...present, time, settings: changes })
}

/** `--set renderMs=20`; what is no JSON is a text. */
function readPair(pair: string): [string, unknown] {
  const [name = '', ...rest] = pair.split('=')
  const value = rest.join('=')
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value]
  }
}
