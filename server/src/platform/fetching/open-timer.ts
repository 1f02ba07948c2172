import { UnusableAddress, type UnusableKind } from './unusable-address.ts'

/** Aborts a fetch that takes too long, in total or in its current phase, or when the fetcher closes. */
export type FetchTimer = {
  signal: AbortSignal
  /** Starts the next phase, which may take this long. */
  startPhase(phaseMs: number): void
  /** The error to throw: the reason of the abort if we aborted the fetch, otherwise `kind`. */
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
