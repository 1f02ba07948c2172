export { inBase62 } from './in-base62.ts'
export { newId } from './new-id.ts'
