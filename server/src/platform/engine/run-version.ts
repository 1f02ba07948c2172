/**
 * The version of the workflow in `implement-run.ts`. Raise it by one when its steps or waits change: the
 * engine repeats a started run from its journal, which other steps would contradict. It is part of a worker's
 * address, so runs that began with another version are not sent here. A test fails when the workflow changes
 * and this does not.
 */
export const RUN_VERSION = 1

/** Where the engine finds the runs of this version on a worker. */
export const runUrlOf = (workerUrl: string): string => new URL(runPath, workerUrl).href

const runPath = `/v${RUN_VERSION}`

/** Whether a request is for this version. */
export const isForThisVersion = (path: string): boolean => path.startsWith(`${runPath}/`)

/** A balancer keeps two versions apart by this: those of two consecutive releases are never both odd. */
const parity = RUN_VERSION % 2 === 0 ? 'even' : 'odd'

/** Answered by workers of this version that take runs. Asked by other workers and by balancers. */
export const healthPaths = [`${runPath}/health`, `/health/${parity}`]
