export { describeReferences } from './describe-references.ts'
export type { Order, Upload } from './order.ts'
export { readImageOrder, readVideoForm, readVideoOrder } from './read-orders.ts'
export { type Dropped, type Reference, type Resolved, resolveReferences } from './resolve-references.ts'
