export { newBufferCollector } from './new-buffer-collector.ts'
