type Close = () => Promise<void>

const open = new Set<Close>()

/**
 * Registers what must be closed when the process ends, also when a signal ends it. The returned function
 * closes it earlier; a second call waits for the first.
 */
export function closeOnExit(close: Close): Close {
  let closing: Promise<void> | undefined
  const once = () => {
    open.delete(once)
    closing ??= close()
    return closing
  }
  open.add(once)
  return once
}

/** Closes everything that is still open, the newest first. Errors are printed: the rest is closed as well. */
export async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) {
    await close().catch((error: Error) => process.stderr.write(`cleanup: ${error.stack ?? error}\n`))
  }
}
