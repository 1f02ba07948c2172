import type { App } from '#platform/app'
import type { Steps } from '#platform/engine'
import { advance } from './advance.ts'
import { reconcile, submitOnce } from './submit-once.ts'

/** What the engine calls. The steps know nothing of it, so the tick and the tests call them too. */
export const runSteps = (app: App): Steps => ({
  submit: (id, wakeToken, somebodyWaits) => submitOnce(app, id, wakeToken, somebodyWaits),
  reconcile: (id, wakeToken) => reconcile(app, id, wakeToken),
  advance: (id, wakeToken) => advance(app, id, wakeToken),
})
