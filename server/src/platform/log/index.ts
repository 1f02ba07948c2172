export { cleanText } from './describe-error.ts'
export { pickFields } from './log-fields.ts'
export { newOutages, type Outage, type Outages } from './new-outages.ts'
export { openLog } from './open-log.ts'
