export type { AdvanceResult, RunSteps, SubmitResult } from './implement-run.ts'
export type { SubmitOutcome } from './media-run.ts'
export { type EngineClient, openEngine } from './open-engine.ts'
export { openWorker, type Worker } from './open-worker.ts'
