export { type Actor, asActor } from './as-actor.ts'
export { listEvents } from './list-events.ts'
