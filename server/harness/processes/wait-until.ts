import { setTimeout as sleep } from 'node:timers/promises'

export type WaitOptions = { withinMs: number; everyMs?: number; signal?: AbortSignal | undefined }

/**
 * Asks again and again until the answer is yes. A check that throws has not succeeded yet; its last error is
 * told at the end.
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
