/**
 * One of the two systems that are compared. Both get the same load and the same requests. `waiting` is ours
 * with jobs that take long at their provider; `with` and `without` are ours with and without telemetry.
 */
export type Subject = {
  readonly name: 'ours' | 'bare' | 'waiting' | 'with' | 'without'
  /** The CPU time that each process has used so far, in ms. */
  readonly parts: Record<string, () => number>
  /**
   * Submits the job of this number for one of the clients; returns when it is accepted. Numbers are used
   * once.
   */
  submit(job: number, client: number): Promise<void>
  /** How many accepted jobs are not final yet; cheap enough for five calls a second. */
  open(): Promise<number>
  /** How many jobs are still polled; the job itself may be final. */
  polled(): number
  /** How many jobs have completed, and when the last did, by the clock of this machine. */
  completed(): Promise<{ jobs: number; lastAtMs: number }>
  stop(): Promise<void>
}
