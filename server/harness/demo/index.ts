export { divideDay } from './divide-day.ts'
export { fillDemo } from './fill-demo.ts'
export { inThePast } from './in-the-past.ts'
export { leavePast } from './open-past.ts'
