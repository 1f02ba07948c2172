export { findCellOfEmail } from './find-cell-of-email.ts'
export { openRouterMap, type RouterMap } from './open-router-map.ts'
