/** What `main.ts` runs: the api or the worker. */
export type OpenProcess = {
  port: number
  /** Says that it is closing, so that no more work is sent to it, and goes on working. */
  announceClose(): void
  /** Finishes what was begun. */
  close(): Promise<void>
}
