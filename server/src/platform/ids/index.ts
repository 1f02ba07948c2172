export { inBase62 } from './in-base62.ts'
export { currentCell, lowestId, newId, setCell } from './new-id.ts'
