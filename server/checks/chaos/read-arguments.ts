import { parseArgs } from 'node:util'

export type Arguments = {
  help: boolean
  seed: number
  jobs: number | undefined
  kills: number | undefined
  bug: string | undefined
}

export const USAGE = `pnpm chaos [--jobs 2000] [--kills 60] [--seed N] [--bug NAME]

  --jobs N    how many jobs the clients ask for
  --kills N   how often a part is ended by kill -9
  --seed N    the same orders and kills again; chosen and printed when not given
  --bug NAME  plant a bug, with the kills that it needs; the run then passes only if the checker catches it`

export function readArguments(argv: string[]): Arguments {
  const { values } = parseArgs({
    args: argv.filter((argument) => argument !== '--'),
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      seed: { type: 'string' },
      jobs: { type: 'string' },
      kills: { type: 'string' },
      bug: { type: 'string' },
    },
  })
  return {
    help: values.help,
    seed: whole('seed', values.seed, 2 ** 31) ?? Math.floor(Math.random() * 1_000_000),
    jobs: whole('jobs', values.jobs, 20_000),
    kills: whole('kills', values.kills, 1_000),
    bug: values.bug,
  }
}

function whole(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most) {
    throw new Error(`--${name} must be a whole number from 0 to ${most}, not '${text}'`)
  }
  return value
}
