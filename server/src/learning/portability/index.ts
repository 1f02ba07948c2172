export { exportKnowledge } from './export-knowledge.ts'
export { importKnowledge } from './import-knowledge.ts'
