import { UnusableAddress, type UnusableKind } from './unusable-address.ts'

/** Ends a fetch that takes too long, in all or in its present phase, or that nobody waits for any more. */
export type FetchTimer = {
  signal: AbortSignal
  /** The next phase begins, and may take this long. */
  startPhase(phaseMs: number): void
  /** Why something failed: because we ended it, or else because of the server. */
  errorFor(kind: UnusableKind): unknown
  close(): void
}

export function openTimer(totalMs: number, closing: AbortSignal): FetchTimer {
  const controller = new AbortController()
  const { signal } = controller
  const onTimeout = () => controller.abort(new UnusableAddress('too_slow'))
  const onClosing = () => controller.abort(closing.reason)
  const totalTimeout = setTimeout(onTimeout, totalMs)
  let phaseTimeout: NodeJS.Timeout | undefined
  closing.addEventListener('abort', onClosing)
  if (closing.aborted) onClosing()
  return {
    signal,
    startPhase(phaseMs) {
      clearTimeout(phaseTimeout)
      phaseTimeout = setTimeout(onTimeout, phaseMs)
    },
    errorFor: (kind) => (signal.aborted ? signal.reason : new UnusableAddress(kind)),
    close() {
      clearTimeout(phaseTimeout)
      clearTimeout(totalTimeout)
      closing.removeEventListener('abort', onClosing)
    },
  }
}
