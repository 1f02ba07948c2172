import { UnusableAddress, type UnusableKind } from './unusable-address.ts'

/** Ends a fetch that takes too long, in all or in its present phase, or that nobody waits for any more. */
export type Watch = {
  signal: AbortSignal
  /** The next phase begins, and may take this long. */
  allow(phaseMs: number): void
  /** Why something failed: because we ended it, or else because of the server. */
  blame(kind: UnusableKind): unknown
  close(): void
}

export function openWatch(totalMs: number, leaving: AbortSignal): Watch {
  const ending = new AbortController()
  const { signal } = ending
  const endSlow = () => ending.abort(new UnusableAddress('too_slow'))
  const leave = () => ending.abort(leaving.reason)
  const total = setTimeout(endSlow, totalMs)
  let phase: NodeJS.Timeout | undefined
  leaving.addEventListener('abort', leave)
  if (leaving.aborted) leave()
  return {
    signal,
    allow(phaseMs) {
      clearTimeout(phase)
      phase = setTimeout(endSlow, phaseMs)
    },
    blame: (kind) => (signal.aborted ? signal.reason : new UnusableAddress(kind)),
    close() {
      clearTimeout(phase)
      clearTimeout(total)
      leaving.removeEventListener('abort', leave)
    },
  }
}
