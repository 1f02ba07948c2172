import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { openLog } from '../../src/platform/log/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: a line has whatever its writer put there.
export type Line = Record<string, any>

/** A log of the service that is kept instead of written, down to its debug lines. */
export function collectLines(): { log: Logger; lines: Line[]; text: () => string } {
  const texts: string[] = []
  const lines: Line[] = []
  const to = new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk))
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log: openLog({ level: 'debug', role: 'test', to }), lines, text: () => texts.join('') }
}
