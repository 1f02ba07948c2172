export { compareFindings, makeDiscrepancies } from './make-discrepancies.ts'
export { type Doubles, openDoubles, settingsFor } from './open-doubles.ts'
export { type HonestScene, openScene } from './open-scene.ts'
export { readReport, runReconcile } from './run-reconcile.ts'
