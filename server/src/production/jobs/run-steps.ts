import type { App } from '#platform/app'
import type { RunSteps } from '#platform/engine'
import { advance } from './advance.ts'
import { reconcile, submitOnce } from './submit-once.ts'

/** The steps that the engine calls. They do not depend on it, so the tick and the tests call them too. */
export const runSteps = (app: App): RunSteps => ({
  submit: (id, wakeToken, isCallerWaiting) => submitOnce(app, id, wakeToken, isCallerWaiting),
  reconcile: (id, wakeToken) => reconcile(app, id, wakeToken),
  advance: (id, wakeToken) => advance(app, id, wakeToken),
})
