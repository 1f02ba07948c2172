export { type Document, documentsAt } from './documents-at.ts'
