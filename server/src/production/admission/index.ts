export { readOwnRates, writePulse } from './pulse.ts'
export { type Readiness, readReadiness } from './read-readiness.ts'
export { refuseIfOverloaded } from './refuse-if-overloaded.ts'
export { newWorkMeter, type WorkMeter } from './work-meter.ts'
