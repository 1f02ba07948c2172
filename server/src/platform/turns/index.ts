export { newTurns, type Turns } from './new-turns.ts'
export { type HeavyWork, openHeavyWork } from './open-heavy-work.ts'
