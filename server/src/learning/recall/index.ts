export { recall } from './recall.ts'
export { searchKnowledge } from './search-knowledge.ts'
