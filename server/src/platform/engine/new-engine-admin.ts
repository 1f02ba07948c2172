import { mediaRun } from './media-run.ts'
import { EngineAnswer, type Sender } from './new-sender.ts'

/** What workers change in the engine: where it finds them, and runs that no worker can continue. */
export type EngineAdmin = {
  /** Registers the URL of runs. New runs go there. With `force` the engine reads the code again. */
  register(runUrl: string, force: boolean): Promise<'new' | 'known'>
  /** The addresses that the engine sends runs to. None: its disk is empty, and all runs are lost. */
  listDeployments(): Promise<Deployment[]>
  /** The ids of the deployments that have started runs. */
  listUsedDeployments(): Promise<Set<string>>
  /** Gives a deployment another address: its new and its started runs continue there. */
  move(deploymentId: string, runUrl: string): Promise<void>
  /** The started runs of a deployment. */
  listRuns(deploymentId: string): Promise<StartedRun[]>
  /** Ends a run wherever it is. Nothing is settled by that. */
  kill(invocationId: string): Promise<void>
  remove(deploymentId: string): Promise<void>
}

/** An address of a worker, as the engine knows it. Only the current one gets new runs. */
export type Deployment = { id: string; url: string; isCurrent: boolean }

/** `isRunning`: a worker has it now. Otherwise it waits, or no worker accepts it. */
export type StartedRun = { invocationId: string; id: string; isRunning: boolean }

const REGISTER_MS = 10_000
const ADMIN_MS = 3_000

export function newEngineAdmin(send: Sender['send'], adminUrl: string): EngineAdmin {
  const post = (url: string, timeoutMs: number, body?: unknown) => send('POST', url, timeoutMs, body)
  const ask = async <Row>(query: string): Promise<Row[]> =>
    JSON.parse((await post(`${adminUrl}/query`, REGISTER_MS, { query })).text).rows
  return {
    async register(runUrl, force) {
      const { status } = await post(`${adminUrl}/deployments`, REGISTER_MS, { uri: runUrl, force })
      return status === 201 ? 'new' : 'known'
    },
    async listDeployments() {
      return toDeployments(JSON.parse((await send('GET', `${adminUrl}/deployments`, ADMIN_MS)).text))
    },
    async listUsedDeployments() {
      const rows = await ask<{ id: string }>('select distinct pinned_deployment_id as id from sys_invocation')
      return new Set(rows.map(({ id }) => id))
    },
    async move(deploymentId, runUrl) {
      await send('PATCH', `${adminUrl}/deployments/${deploymentId}`, ADMIN_MS, { uri: runUrl })
    },
    async listRuns(deploymentId) {
      const rows = await ask<{ invocation: string; id: string; status: string }>(
        `select id as invocation, target_service_key as id, status from sys_invocation
         where pinned_deployment_id = '${deploymentId}'`,
      )
      return rows.map(({ invocation, id, status }) => ({
        invocationId: invocation,
        id,
        isRunning: status === 'running',
      }))
    },
    async kill(invocationId) {
      try {
        await send('PATCH', `${adminUrl}/invocations/${invocationId}/kill`, ADMIN_MS)
      } catch (error) {
        // It has ended meanwhile.
        if (!(error instanceof EngineAnswer && error.status === 404)) throw error
      }
    },
    async remove(deploymentId) {
      await send('DELETE', `${adminUrl}/deployments/${deploymentId}?force=true`, ADMIN_MS)
    },
  }
}

type ListedDeployments = {
  deployments: { id: string; uri?: string; services: { name: string; revision: number }[] }[]
}

/** Those that run our workflow. The newest revision is the current one. */
function toDeployments({ deployments }: ListedDeployments): Deployment[] {
  const ours = deployments.flatMap(({ id, uri, services }) => {
    const revision = services.find(({ name }) => name === mediaRun.name)?.revision
    return uri && revision !== undefined ? [{ id, url: uri, revision }] : []
  })
  const newest = Math.max(...ours.map(({ revision }) => revision))
  return ours.map(({ id, url, revision }) => ({ id, url, isCurrent: revision === newest }))
}
