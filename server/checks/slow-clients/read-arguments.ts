import { parseArgs } from 'node:util'

export const USAGE = `pnpm probe:slow [--small] [--headers 10000] [--bodies 2000] [--seconds 5]

  --headers N  connections that send their headers one byte a second
  --bodies N   connections that send, with a good key, a JSON body one byte a second
  --seconds N  in which all of them are opened, evenly: taking a connection costs a fifth of a millisecond
               of the api's core, so the rate is another question than how many there are
  --small      a tenth of both, for CI

The sockets live in two processes of their own, half in each; every process may open as many files as
\`ulimit -n\` says, which must be above half of all slow connections by a few hundred. They leave from one
address, so all of them together must be below the ports of net.ipv4.ip_local_port_range, 28,000 as a rule.`

export type Arguments = { help: boolean; headers: number; bodies: number; seconds: number }

export function readArguments(argv: string[]): Arguments {
  const { values } = parseArgs({
    args: argv.filter((argument) => argument !== '--'),
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      small: { type: 'boolean', default: false },
      headers: { type: 'string' },
      bodies: { type: 'string' },
      seconds: { type: 'string', default: '5' },
    },
  })
  const share = values.small ? 0.1 : 1
  return {
    help: values.help,
    headers: whole('headers', values.headers ?? String(10_000 * share)),
    bodies: whole('bodies', values.bodies ?? String(2_000 * share)),
    seconds: Math.max(1, whole('seconds', values.seconds)),
  }
}

function whole(name: string, written: string): number {
  const value = Number(written)
  if (Number.isInteger(value) && value >= 0 && value <= 20_000) return value
  throw new Error(`--${name} must be a whole number from 0 to 20000, not '${written}'`)
}
