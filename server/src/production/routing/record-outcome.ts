import type { App } from '#platform/app'
import type { Provider, SubmitResponse } from '#platform/providers'
import { nextBreaker } from './breaker.ts'
import { outcomeOf } from './outcome-of.ts'
import { breakerOf, remember } from './routing-memory.ts'

/** Remembers what the answer to a submit says about its provider. */
export function recordOutcome(app: App, { name, isSimulated }: Provider, answer: SubmitResponse): void {
  // The simulator refuses on purpose, one model for each reason: that says nothing about its others.
  if (isSimulated) return
  const before = breakerOf(app, name)
  const after = nextBreaker(before, outcomeOf(answer), performance.now())
  remember(app).breakers.set(name, after)
  if (!before.open && after.open) {
    const reason = answer.kind === 'refused' ? answer.class : answer.kind
    app.log.warn({ provider: name, reason }, 'no jobs are sent to this provider for a while')
  }
  if (before.open && !after.open) app.log.info({ provider: name }, 'jobs are sent to this provider again')
}
