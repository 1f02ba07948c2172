import { parseArgs } from 'node:util'
import { IMAGE_STALL_SECONDS } from './start-deployment.ts'

export const USAGE = `pnpm acceptance [section ...] [--ready FILE [--url URL] [--image-stall-seconds 12]]

Checks the interface over HTTP, on a fresh system that it starts and stops itself.

  section                  only these sections, instead of all
  --ready FILE             check a running deployment instead; FILE holds the line that
                           'pnpm dev --json --fresh --users 40' prints. Balances are checked exactly, so each
                           run needs a fresh deployment
  --url URL                where that deployment is, if not at the baseUrl in FILE
  --image-stall-seconds N  its IMAGE_STALL_SECONDS`

export type Arguments = {
  help: boolean
  sections: string[]
  ready: string | undefined
  url: string | undefined
  imageStallSeconds: number
}

export function readArguments(argv: string[], known: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: argv.filter((argument) => argument !== '--'),
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      ready: { type: 'string' },
      url: { type: 'string' },
      'image-stall-seconds': { type: 'string', default: String(IMAGE_STALL_SECONDS) },
    },
  })
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`no section ${unknown.join(', ')}; there are ${known.join(', ')}`)
  const imageStallSeconds = Number(values['image-stall-seconds'])
  if (!(imageStallSeconds > 0)) throw new Error('--image-stall-seconds must be a number above 0')
  if (values.url !== undefined && values.ready === undefined)
    throw new Error('--url needs --ready FILE: the keys of the users are in that file')
  return { help: values.help, sections: positionals, ready: values.ready, url: values.url, imageStallSeconds }
}
