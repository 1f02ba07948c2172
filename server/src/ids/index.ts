export { BASE62, newId } from './new-id.ts'
