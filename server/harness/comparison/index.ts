export { compareTimes, type TimedRequest } from './compare-times.ts'
export { openSubject, type Subject } from './open-subject.ts'
