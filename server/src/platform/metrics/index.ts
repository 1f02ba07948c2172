export type { EndedJob, OpenJobs } from './job-recorders.ts'
export { type Metrics, openMetrics } from './open-metrics.ts'
export { serveMetrics } from './serve-metrics.ts'
