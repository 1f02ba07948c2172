import type { App } from '#platform/app'
import type { RunSteps } from '#platform/engine'
import type { WorkMeter } from '#production/admission'
import { advance } from './advance.ts'
import { reconcile, submitOnce } from './submit-once.ts'

/** The steps that the engine calls. They do not depend on it, so the tick and the tests call them too. */
export function runSteps(app: App, meter?: WorkMeter): RunSteps {
  const count = async <Result extends { kind: string }>(step: Promise<Result>): Promise<Result> => {
    meter?.countStep()
    const result = await step
    if (result.kind === 'over') meter?.countFinished()
    return result
  }
  return {
    submit: (id, wakeToken, isCallerWaiting) => {
      meter?.countBegun()
      return count(submitOnce(app, id, wakeToken, isCallerWaiting))
    },
    reconcile: (id, wakeToken) => count(reconcile(app, id, wakeToken)),
    advance: (id, wakeToken, isWoken) => count(advance(app, id, wakeToken, isWoken)),
  }
}
