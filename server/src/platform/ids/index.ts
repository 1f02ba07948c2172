export { inBase62 } from './in-base62.ts'
export { newId, setCell } from './new-id.ts'
