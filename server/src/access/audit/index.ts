export { type Actor, asActor } from './as-actor.ts'
export { listAllEvents, listGrants } from './list-all-events.ts'
export { listEvents } from './list-events.ts'
