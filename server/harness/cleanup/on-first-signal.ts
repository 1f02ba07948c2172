const SAME_SIGNAL_MS = 1_000

/**
 * The first signal asks for an orderly end. A second one exits, and the kernel then ends the children.
 * One Ctrl-C may arrive twice, from the terminal and from pnpm, and still counts as one.
 */
export function onFirstSignal(leave: (signal: NodeJS.Signals) => void, exitCode: number): void {
  let firstAt: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const isFirst = firstAt === undefined
      firstAt ??= performance.now()
      if (isFirst) leave(name)
      else if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(exitCode)
    })
  }
}
