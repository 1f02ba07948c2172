export { chooseRoutes, refuseUnknownModel } from './choose-routes.ts'
export { describeReferences } from './describe-references.ts'
export { drawScenario } from './draw-scenario.ts'
export type { Order, Upload } from './order.ts'
export { readImageOrder, readVideoForm, readVideoOrder } from './read-orders.ts'
export {
  type DroppedReference,
  type Reference,
  type ResolvedReferences,
  resolveReferences,
} from './resolve-references.ts'
export { type FindWarnings, warnInTime } from './warn-in-time.ts'
export { warnOfMissingPhotos } from './warn-of-missing-photos.ts'
