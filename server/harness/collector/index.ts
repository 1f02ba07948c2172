export { type Collector, startCollector } from './start-collector.ts'
