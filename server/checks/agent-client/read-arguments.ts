import { parseArgs } from 'node:util'

export const USAGE = `pnpm probe:client [--calls 2000] [--clients 10] [--seed 1] [--small] [--keep]
       pnpm probe:client --planted [--seed 1]

  --calls N    calls of tools in all, over the 22 tools, mostly submits and polls
  --clients N  processes of the client, each with a user, a key and a faulty proxy of its own; they run in
               turns on mcp 1.26.0 and 2.3.0
  --seed N     which call meets which fault follows from it; when the api dies does too, up to the clock
  --small      200 calls of 8 clients, for CI
  --planted    checks the checks instead: each mistake of a list is written into a copy of the client, and
               the check that must notice it has to
  --keep       leaves every call with its result in a file for somebody to read

AGENT_MCP_126_PYTHON and AGENT_MCP_23_PYTHON name the Pythons that have mcp 1.26.0 and 2.3.0; without them
agent-mcp-1.26-python and agent-mcp-2.3-python are looked for on PATH.`

export type Arguments = {
  help: boolean
  planted: boolean
  keep: boolean
  calls: number
  clients: number
  seed: number
}

export function readArguments(argv: string[]): Arguments {
  const { values } = parseArgs({
    args: argv.filter((argument) => argument !== '--'),
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      small: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      calls: { type: 'string' },
      clients: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  return {
    help: values.help,
    planted: values.planted,
    keep: values.keep,
    calls: whole('calls', values.calls ?? (values.small ? '200' : '2000'), 100_000),
    clients: whole('clients', values.clients ?? (values.small ? '8' : '10'), 40),
    seed: whole('seed', values.seed, 2 ** 31),
  }
}

function whole(name: string, written: string, most: number): number {
  const value = Number(written)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new Error(`--${name} must be a whole number from 1 to ${most}, not '${written}'`)
}
