import { parseArgs } from 'node:util'

export const USAGE = `pnpm bench [--small] [--check] [--jobs 1000] [--clients 16] ...

  --jobs N        jobs of one round (two rounds of ours, two of the bare engine, in turns)
  --clients N     clients that submit in parallel
  --open N        jobs that may be under way at once; the clients wait while there are more
  --submits N     submits of the idle latency, one at a time
  --small         150 jobs a round and 40 submits, for CI
  --pixels N      long side of a generated picture; below 300 the simulator hardly works for it
  --render-ms N   how long the simulator renders
  --partitions N  of both engines
  --poll          somebody polls each job, as an agent would
  --profile DIR   api and worker leave CPU profiles there
  --check         fail when ours has less than a quarter of the bare engine's jobs a second`

export type Arguments = ReturnType<typeof readArguments>

const text = (byDefault: number) => ({ type: 'string', default: String(byDefault) }) as const
const flag = { type: 'boolean', default: false } as const

export function readArguments(argv: string[]) {
  const { values } = parseArgs({
    args: argv.filter((argument) => argument !== '--'),
    options: {
      help: { ...flag, short: 'h' },
      small: flag,
      check: flag,
      poll: flag,
      jobs: { type: 'string' },
      submits: { type: 'string' },
      clients: text(16),
      open: text(100),
      pixels: text(512),
      'render-ms': text(300),
      partitions: text(4),
      profile: { type: 'string' },
    },
  })
  const { help, check, poll, small, profile } = values
  return {
    help,
    check,
    poll,
    profile,
    jobs: whole('jobs', values.jobs ?? (small ? '150' : '1000'), 10, 100_000),
    submits: whole('submits', values.submits ?? (small ? '40' : '200'), 1, 10_000),
    clients: whole('clients', values.clients, 1, 1_000),
    open: whole('open', values.open, 1, 100_000),
    pixels: whole('pixels', values.pixels, 64, 4_096),
    renderMs: whole('render-ms', values['render-ms'], 0, 600_000),
    partitions: whole('partitions', values.partitions, 1, 64),
  }
}

function whole(name: string, written: string, least: number, most: number): number {
  const value = Number(written)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`--${name} must be a whole number from ${least} to ${most}, not '${written}'`)
  }
  return value
}
