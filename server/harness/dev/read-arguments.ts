import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export type Arguments = {
  fresh: boolean
  json: boolean
  help: boolean
  port: number
  users: number
  dir: string
}

export const USAGE = `pnpm dev [--fresh] [--port 4100] [--users 0] [--dir .dev] [--json]

  --fresh    delete the data of earlier starts first
  --port P   where the api listens
  --users N  make N more users beside the four people
  --dir D    where the data lives; each folder is a service of its own
  --json     print one line of JSON when ready, everything else to stderr`

const DEFAULT_PORT = '4100'
const DEFAULT_DIR = join(import.meta.dirname, '..', '..', '..', '.dev')
const MOST_USERS = 10_000

export function readArguments(argv: string[]): Arguments {
  const { values } = parseArgs({
    args: argv.filter((argument) => argument !== '--'),
    options: {
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      port: { type: 'string', default: DEFAULT_PORT },
      users: { type: 'string', default: '0' },
      dir: { type: 'string', default: DEFAULT_DIR },
    },
  })
  const { fresh, json, help } = values
  return {
    fresh,
    json,
    help,
    port: whole('port', values.port, 1, 65_535),
    users: whole('users', values.users, 0, MOST_USERS),
    dir: resolve(values.dir),
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`--${name} must be a whole number from ${least} to ${most}, not '${text}'`)
  }
  return value
}
