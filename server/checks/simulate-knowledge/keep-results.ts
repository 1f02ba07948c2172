import { appendFileSync, existsSync, readFileSync } from 'node:fs'

type Line = { run: string; name: string; result: unknown }

/**
 * Runs each piece once: what is in the file from an earlier run of the same kind is not computed again, and
 * what is computed is added. Without a file everything is computed.
 */
export function keepResults(file: string, run: string): <T>(name: string, compute: () => T) => T {
  const known = new Map<string, unknown>()
  for (const line of file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    if (line === '') continue
    const kept: Line = JSON.parse(line)
    if (kept.run === run) known.set(kept.name, kept.result)
  }
  return <T>(name: string, compute: () => T): T => {
    if (known.has(name)) return known.get(name) as T
    const result = compute()
    const line: Line = { run, name, result }
    if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
    return result
  }
}
