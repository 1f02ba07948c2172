import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../processes/index.ts'
import type { Mutation } from './mutate-source.ts'
import { mutatedEnv } from './mutated-env.ts'

/** A release whose workflow has one step more: a run that has begun cannot go on with the other one. */
const nextVersion: Mutation[] = [
  { file: 'platform/engine/run-version.ts', from: 'RUN_VERSION = 1', to: 'RUN_VERSION = 2' },
  {
    file: 'platform/engine/implement-run.ts',
    from: `let sent = await ctx.run('submit'`,
    to: `await ctx.run('begin', async () => true)\n let sent = await ctx.run('submit'`,
  },
]

/** Between two workers, until the balancer and the engine know the new one. */
const SETTLE_MS = 2_000

/** Replaces one worker after the other by one of the next release, or of the one before. */
export async function releaseWorkers(system: System, release: 'next' | 'before'): Promise<void> {
  const env = await mutatedEnv(release === 'next' ? nextVersion : [])
  for (const worker of system.workers) {
    worker.setEnv(env)
    await worker.stop()
    await worker.start()
    await sleep(SETTLE_MS)
  }
}
