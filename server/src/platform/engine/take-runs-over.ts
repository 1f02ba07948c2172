import { workOnEach } from '#platform/parallel'
import type { Deployment } from './new-engine-admin.ts'
import type { EngineClient } from './open-engine.ts'

/** A step that a worker has begun is given this time to end: a worker that closes finishes its steps. */
const STEP_PATIENCE_MS = 75_000
const CONCURRENCY = 32

type TakeOver = {
  runUrl: string
  /** Since when no worker of that version has answered. */
  failingSince: number
}

/**
 * Starts the runs of deployments again that no worker serves any more, because they have another version of
 * the workflow. Their journals fit no code that is left. A run finds in Postgres how far its job is, so
 * nothing but the wait is lost. Called until no run is left.
 */
export async function takeRunsOver(
  engine: EngineClient,
  deployments: Deployment[],
  { runUrl, failingSince }: TakeOver,
): Promise<void> {
  // A worker of the other version that started late has registered itself. New runs belong here.
  if (deployments.some(({ isCurrent }) => isCurrent)) await engine.register(runUrl, true)
  const isPatient = Date.now() - failingSince < STEP_PATIENCE_MS
  for (const deployment of deployments) {
    const runs = await engine.listRuns(deployment.id)
    if (runs.length === 0) await engine.remove(deployment.id)
    const late = runs.filter(({ isRunning }) => !(isRunning && isPatient))
    await workOnEach(late, CONCURRENCY, async ({ invocationId, id }) => {
      await engine.kill(invocationId)
      await engine.restart(id)
    })
  }
}
