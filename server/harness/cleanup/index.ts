export { closeAll, closeOnExit } from './close-on-exit.ts'
export { onFirstSignal } from './on-first-signal.ts'
