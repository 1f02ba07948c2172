export { openTraces, type Traces } from './open-traces.ts'
export { traceIdsOf } from './trace-ids.ts'
