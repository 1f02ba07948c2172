export { type Answered, findTitle, type Proof, readStandard } from './read-standard.ts'
