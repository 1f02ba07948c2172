export { queueSummaries } from './queue-summaries.ts'
