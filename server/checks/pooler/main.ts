// Shows that the connections of 50 processes fit onto few connections of the database: real pools of the
// service send statements through PgBouncer, which tells how many connections it has on either side.
// Run: pnpm probe:pooler [--pools 50] [--connections 16] [--seconds 20]. Takes about 1 minute.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { number } from '../../harness/arguments/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { queryDatabase } from '../../harness/driver/index.ts'
import {
  asRole,
  findFreePort,
  type Pooler,
  startPooler,
  startPostgres,
  waitUntil,
} from '../../harness/processes/index.ts'
import { print, printChecks, printProgress, runCheck } from '../../harness/report/index.ts'
import { migrate } from '../../src/platform/db/index.ts'
import type { Tally } from './run-pools.ts'
import { startClients } from './start-clients.ts'

const SERVER_CONNECTIONS_MOST = 60
const POOLS_PER_CLIENT = 5
const OPEN_WITHIN_MS = 90_000
const LOOK_EVERY_MS = 100

const command = {
  name: 'pnpm probe:pooler',
  options: {
    pools: number(50, 'pools of the service, as many as a deployment has processes', { least: 2, most: 70 }),
    connections: number(16, 'connections of each pool', { least: 1, most: 16 }),
    seconds: number(20, 'how long all of them send statements', { least: 1, most: 600 }),
  },
}

await runCheck(command, async ({ pools, connections, seconds }) => {
  const { postgres, pooler } = await open()
  const wanted = pools * connections
  const clients = startClients(Math.ceil(pools / POOLS_PER_CLIENT), (index) => ({
    urls: Array.from({ length: Math.min(POOLS_PER_CLIENT, pools - index * POOLS_PER_CLIENT) }, (_, i) =>
      asRole(pooler.through(postgres.url()), i % 2 ? 'atelier_worker' : 'atelier_api'),
    ),
    connections,
  }))
  const count = async (what: 'clients' | 'servers') => (await listOurs(pooler, what)).length
  const most = { clients: 0, servers: 0, backends: 0 }
  const look = async () => {
    most.clients = Math.max(most.clients, await count('clients'))
    most.servers = Math.max(most.servers, await count('servers'))
    most.backends = Math.max(most.backends, await countBackends(postgres.url()))
    return most.clients >= wanted
  }
  await waitUntil(`${wanted} connections are open`, look, { withinMs: OPEN_WITHIN_MS })
  printProgress(`${wanted} connections are open`)
  for (const until = Date.now() + seconds * 1_000; Date.now() < until; await sleep(LOOK_EVERY_MS))
    await look()
  for (const { user, cl_active, cl_waiting, sv_active, sv_idle, sv_used } of await listOurs(pooler, 'pools'))
    print(`SHOW POOLS: ${JSON.stringify({ user, cl_active, cl_waiting, sv_active, sv_idle, sv_used })}`)
  const tallies = await clients.stop()
  return judge(wanted, most, tallies)
})

type Shown = { user: string; [figure: string]: unknown }

/** Not the one connection with which the probe asks. */
async function listOurs(pooler: Pooler, what: Parameters<Pooler['show']>[0]): Promise<Shown[]> {
  return (await pooler.show<Shown>(what)).filter(({ user }) => user.startsWith('atelier_'))
}

async function open() {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-pooler-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: false })
  closeOnExit(async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  })
  await migrate(postgres.url())
  const place = { dir: join(dir, 'pooler'), logFile: join(dir, 'pooler.log'), port: await findFreePort() }
  const pooler = await startPooler({ ...place, postgresUrl: postgres.url() })
  closeOnExit(() => pooler.stop())
  return { postgres, pooler }
}

/** The count of the database itself, of which the pooler knows nothing. */
async function countBackends(url: string): Promise<number> {
  const text = `select count(*) from pg_stat_activity where usename like 'atelier\\_%'`
  const [row] = await queryDatabase(url, (query) => query<{ count: number }>(text))
  return row?.count ?? 0
}

type Most = { clients: number; servers: number; backends: number }

function judge(wanted: number, { clients, servers, backends }: Most, tallies: Tally[]) {
  const sum = (name: 'answers' | 'unanswered') => tallies.reduce((total, one) => total + one[name], 0)
  const failures = tallies.flatMap((one) => one.failures)
  const slowest = Math.max(...tallies.map(({ slowestMs }) => slowestMs))
  const unless = (isTrue: boolean, failure: string) => (isTrue ? [] : [failure])
  const fewest = `at most ${SERVER_CONNECTIONS_MOST} connections of the database carry them`
  return printChecks([
    {
      sentence: `${wanted} client connections are open at once: ${clients} by SHOW CLIENTS`,
      failures: unless(clients >= wanted, `${clients}`),
    },
    {
      sentence: `${fewest}: ${servers} by SHOW SERVERS, ${backends} by pg_stat_activity`,
      failures: unless(Math.max(servers, backends) <= SERVER_CONNECTIONS_MOST && servers > 0, `${servers}`),
    },
    {
      sentence: `every statement is answered, for its owner: ${sum('answers')} answers`,
      failures: [...failures, ...unless(sum('answers') >= wanted, 'too few answers')],
    },
    {
      sentence: `every connection answers; the slowest statement took ${slowest.toFixed(0)} ms`,
      failures: unless(sum('unanswered') === 0, `${sum('unanswered')} connections without an answer`),
    },
  ])
}
