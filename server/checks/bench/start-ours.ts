import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimits } from '@atelier/contract'
import type pg from 'pg'
import type { Dispatcher } from 'undici'
import { callAs } from '../../harness/driver/index.ts'
import type { System } from '../../harness/processes/index.ts'
import { readCpuMs } from '../../harness/usage/index.ts'
import type { Subject } from './subject.ts'

type OursOptions = {
  name: Exclude<Subject['name'], 'bare'>
  model: string
  system: System
  nextKey: NextKey
  watcher: pg.Client
  dispatcher: Dispatcher
  poll: boolean
}

type Submitted = { pollUrl: string; pollAfterSeconds: number }

/**
 * The whole system, over its API. Completed jobs are counted in Postgres, on a separate connection.
 */
export async function startOurs(options: OursOptions): Promise<Subject> {
  const { name, model, system, nextKey, watcher, dispatcher, poll } = options
  const { rows } = await watcher.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watcherPid = rows[0]?.pid
  let polling = 0

  async function follow(apiKey: string, { pollUrl, pollAfterSeconds }: Submitted): Promise<void> {
    const call = callAs(system.baseUrl, { 'x-api-key': apiKey }, dispatcher)
    polling++
    try {
      for (let waiting = true; waiting; ) {
        await sleep(pollAfterSeconds * 1_000)
        waiting = (await call('GET', pollUrl)).waiting
      }
    } finally {
      polling--
    }
  }

  // Several processes of a role count as one; a balancer and a pooler cost only where they run.
  const sumOf = (processes: { pid: number | undefined }[]) => () =>
    processes.reduce((sum, { pid }) => sum + readCpuMs(pid), 0)
  const { balancer, pooler } = system.processes
  return {
    name,
    parts: {
      api: sumOf(system.apis),
      worker: sumOf(system.workers),
      ...(balancer && { balancer: sumOf([balancer]) }),
      ...(pooler && { pooler: sumOf([pooler]) }),
      engine: () => readCpuMs(system.engine.pid),
      postgres: () => readCpuMs(system.postgres.pid, watcherPid),
      s3: () => readCpuMs(system.s3.pid),
    },
    async submit(job, client) {
      const apiKey = nextKey(client)
      const body = {
        prompt: `the mug from the photo on a wooden table, job${job}`,
        clientRef: `bench-${job}`,
        model,
      }
      const call = callAs(system.baseUrl, { 'x-api-key': apiKey }, dispatcher)
      const submitted = await call('POST', '/api/gen/image', { body })
      if (poll) void follow(apiKey, submitted).catch(() => undefined)
    },
    async open() {
      // By name, so that it is planned once: what it takes counts for the jobs.
      const text = `select count(*)::int as open from media where status in ('queued', 'processing')`
      const { rows } = await watcher.query<{ open: number }>({ name: 'open', text })
      return rows[0]?.open ?? 0
    },
    polled: () => polling,
    async completed() {
      const { rows } = await watcher.query<{ jobs: number; at: Date | null }>(
        `select count(*)::int as jobs, max(finished_at) as at from media where status = 'completed'`,
      )
      return { jobs: rows[0]?.jobs ?? 0, lastAtMs: rows[0]?.at?.getTime() ?? 0 }
    },
    stop: () => system.stop(),
  }
}

type NextKey = (client: number) => string

/**
 * Each client uses up its own user and takes the next, so no two clients wait for the same credit account.
 * The keys are of as many users as the rounds need: one user may submit only ten times a minute.
 */
export function dealKeys(apiKeys: string[]): NextKey {
  const fresh = apiKeys.values()
  const held = new Map<number, { apiKey: string; left: number }>()
  return (client) => {
    let hand = held.get(client)
    if (!hand?.left) {
      const apiKey = fresh.next().value
      if (!apiKey) throw new Error('too few users for the number of submits')
      hand = { apiKey, left: rateLimits.submits }
      held.set(client, hand)
    }
    hand.left--
    return hand.apiKey
  }
}

/** How many users a number of submits needs, when every client may leave one user half used. */
export const usersFor = (submits: number, clients: number): number =>
  Math.ceil(submits / rateLimits.submits) + clients
