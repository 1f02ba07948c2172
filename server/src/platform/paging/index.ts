export { readCursor } from './cursor.ts'
export { pageOf } from './page-of.ts'
