import { readFileSync } from 'node:fs'

/** Connections are kept for some seconds after their use, so no peak falls between two looks. */
const EVERY_MS = 1_000
const ESTABLISHED = '01'

/** Counts the most connections that are open to a port of this machine at the same time. */
export function watchConnections(port: number): { stop(): number } {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, countTo(port))
  }, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** A line is `number: address:port address:port state ...`, in hexadecimal digits. */
function countTo(port: number): number {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  return lines.filter((line) => {
    const [, , remote, state] = line.trim().split(/\s+/)
    return state === ESTABLISHED && remote?.endsWith(ending)
  }).length
}
