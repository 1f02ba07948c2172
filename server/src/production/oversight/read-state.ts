import type { ServiceState } from '@atelier/contract'
import type { App } from '#platform/app'
import { readReadiness, readWorkers } from '#production/admission'

/** What works now: the parts, the workers, and where the engine sends runs. */
export async function readState(app: App): Promise<ServiceState> {
  const { failing, accepts } = await readReadiness(app)
  const deployments = await app.engine.listDeployments().catch(() => null)
  return {
    failing,
    accepts,
    workers: await readWorkers(app),
    deployments: deployments?.map(({ url, isCurrent }) => ({ url, current: isCurrent })) ?? null,
  }
}
