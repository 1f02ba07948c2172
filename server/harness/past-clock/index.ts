export { CLOSE_PAST_CLOCK, openPastClock } from './past-clock.ts'
