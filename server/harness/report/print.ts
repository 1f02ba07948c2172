/** A line of the report. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** A line about what is being done, not part of the report. */
export const printProgress = (text: string): void => void process.stderr.write(`${text}\n`)

/** Progress lines that begin with the seconds since this call. */
export function startStopwatch(): { seconds(): number; print(text: string): void } {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  return { seconds, print: (text) => printProgress(`${seconds().toFixed(1).padStart(6)} s  ${text}`) }
}
