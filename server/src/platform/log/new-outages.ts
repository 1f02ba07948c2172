import type { Logger } from 'pino'

/**
 * What is told of one part that this process uses; costs nothing while the part works. `why` is an error, or
 * a few words of our own.
 */
export type Outage = { failed(why: unknown): void; worked(): void }

/** By the name of the part: the same name is the same outage. */
export type Outages = (part: string) => Outage

/** One call that works does not end an outage while others still fail. */
const QUIET_MS = 2_000

type OnChange = (part: string, isOut: boolean) => void

/**
 * Tells of each outage once when it begins and once when it is over, however many calls it fails. `onChange`
 * hears the same.
 */
export function newOutages(log: Logger, onChange: OnChange = () => undefined): Outages {
  const known = new Map<string, Outage>()
  return (part) => {
    const outage = known.get(part) ?? newOutage(part, log, onChange)
    known.set(part, outage)
    return outage
  }
}

function newOutage(part: string, log: Logger, onChange: OnChange): Outage {
  let began: number | undefined
  let failedAt = 0
  let failures = 0
  return {
    failed(why) {
      failedAt = performance.now()
      failures++
      if (began !== undefined) return
      began = failedAt
      log.warn({ part, ...(typeof why === 'string' ? { reason: why } : { err: why }) }, 'an outage has begun')
      onChange(part, true)
    },
    worked() {
      if (began === undefined || performance.now() - failedAt < QUIET_MS) return
      const seconds = Math.round((performance.now() - began) / 100) / 10
      log.warn({ part, seconds, failures }, 'an outage is over')
      began = undefined
      failures = 0
      onChange(part, false)
    },
  }
}
