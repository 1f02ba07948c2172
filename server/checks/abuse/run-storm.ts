import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Abuse } from './scenario.ts'
import type { StormOutcome, StormPlan } from './send-storm.ts'

/** Many requests at the same time, from a process of their own. No answer may be 500. */
export function runStorm(
  plan: StormPlan,
  judge: (outcome: StormOutcome) => string[] | Promise<string[]> = () => [],
): Abuse {
  const child = fork(join(import.meta.dirname, 'send-storm.ts'))
  child.send(plan)
  return {
    async stop() {
      const answered = once(child, 'message')
      child.send('stop')
      const [outcome] = (await answered) as [StormOutcome]
      const internal = outcome.answers['500'] ?? 0
      const failures = await judge(outcome)
      if (internal > 0) failures.push(`${internal} requests of the abuser were answered 500`)
      return { summary: `${outcome.sent} sent; answers ${JSON.stringify(outcome.answers)}`, failures }
    },
  }
}
