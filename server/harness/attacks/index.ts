export type { Attack, Defence, Target } from './attack.ts'
export type { Failures } from './failures.ts'
export { runAttacks } from './run-attacks.ts'
