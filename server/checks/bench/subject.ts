/** One of the two that are compared. The same load is put on both, and the same is asked of both. */
export type Subject = {
  readonly name: 'ours' | 'bare'
  /** The CPU time that each part has used so far, in ms. */
  readonly parts: Record<string, () => number>
  /**
   * Sends the job of this number, which is used once, for one of the clients; returns when it was accepted.
   */
  submit(job: number, client: number): Promise<void>
  /** How many accepted jobs are not over yet; cheap enough to be asked five times a second. */
  open(): Promise<number>
  /** How many jobs somebody still polls; the job itself may be over. */
  polled(): number
  /** All that has completed so far, and when the last did, by the clock of this machine. */
  completed(): Promise<{ jobs: number; lastAtMs: number }>
  stop(): Promise<void>
}
