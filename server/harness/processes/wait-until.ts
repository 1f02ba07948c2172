import { setTimeout as sleep } from 'node:timers/promises'

export type WaitOptions = { withinMs: number; everyMs?: number; signal?: AbortSignal | undefined }

/**
 * Repeats the check until it returns true. A check that throws has not succeeded yet; the last error is part
 * of the message when the time is up.
 */
export async function waitUntil(
  what: string,
  check: () => Promise<boolean>,
  options: WaitOptions,
): Promise<void> {
  const { withinMs, everyMs = 40, signal } = options
  const until = performance.now() + withinMs
  for (let last: unknown; ; ) {
    signal?.throwIfAborted()
    try {
      if (await check()) return
    } catch (error) {
      last = error
    }
    if (performance.now() > until) {
      throw new Error(`${what}: not within ${withinMs} ms${last ? ` (${describe(last)})` : ''}`)
    }
    await sleep(everyMs, undefined, { signal })
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
