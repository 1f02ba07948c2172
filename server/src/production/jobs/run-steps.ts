import type { App } from '#platform/app'
import type { RunSteps } from '#platform/engine'
import type { WorkMeter } from '#production/admission'
import { advance } from './advance.ts'
import { reconcile, submitOnce } from './submit-once.ts'

/** The steps that the engine calls. They do not depend on it, so the tick and the tests call them too. */
export function runSteps(app: App, meter?: WorkMeter): RunSteps {
  const count = async <Result extends { kind: string }>(
    name: string,
    id: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    meter?.countStep()
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      const result = await app.traces.within(id, `step ${name}`, work)
      outcome = result.kind
      if (outcome === 'over') meter?.countFinished()
      return result
    } finally {
      app.metrics.observeStep(name, outcome, (performance.now() - startedAt) / 1000)
    }
  }
  return {
    submit: (id, wakeToken, isCallerWaiting) => {
      meter?.countBegun()
      return count('submit', id, () => submitOnce(app, id, wakeToken, isCallerWaiting))
    },
    reconcile: (id, wakeToken) => count('reconcile', id, () => reconcile(app, id, wakeToken)),
    advance: (id, wakeToken, isWoken) => count('advance', id, () => advance(app, id, wakeToken, isWoken)),
  }
}
