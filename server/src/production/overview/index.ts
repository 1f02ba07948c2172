export { readChanges } from './read-changes.ts'
