import pg from 'pg'
import { seededRandom } from '../../harness/random/index.ts'
import type { CallRecord, LedgerState } from './call-record.ts'
import type { Choice } from './choose-call.ts'
import type { AgentUser, Environment } from './open-environment.ts'
import { type Exchange, openProxy } from './open-proxy.ts'
import { type CallsPlan, type ClientPlan, planCalls } from './plan-calls.ts'
import { readResult } from './read-result.ts'
import { simulateAgent } from './simulate-agent.ts'
import { type McpClient, startMcpClient } from './start-mcp-client.ts'

export type RunRecord = { records: CallRecord[]; clients: ClientEnd[]; seconds: number }

export type ClientEnd = {
  apiKey: string
  /** The tools that it lists. */
  listed: string[]
  exchanges: Exchange[]
  output: McpClient['output']
  badLines: string[]
  exit: { code: number | null; signal: string | null; ms: number }
  diedEarly: boolean
}

/** All names that the agents of this run write begin with `tag`. */
export type Run = CallsPlan & { tag: string; file: string; pythons: string[] }

/** Calls are not waited for longer: twice the limit of any call. */
const GIVE_UP_MS = 120_000

/** Simulates one agent for each client, all at the same time, each behind its own faulty proxy. */
export async function runClients(
  environment: Environment,
  run: Run,
  print: (text: string) => void,
): Promise<RunRecord> {
  const plans = planCalls(run)
  const users = await Promise.all(plans.map(() => environment.createUser()))
  const records: CallRecord[] = []
  const pool = new pg.Pool({ connectionString: environment.system.env.DATABASE_URL as string, max: 4 })
  pool.on('error', () => undefined)
  const startedAt = performance.now()
  const progress = setInterval(() => print(`  ${records.length} of ${run.calls} calls`), 30_000)
  try {
    const clients = await Promise.all(
      plans.map((plan, client) =>
        playClient(environment, run, { client, plan, user: users[client] as AgentUser, pool, records }),
      ),
    )
    return { records, clients, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    clearInterval(progress)
    await pool.end()
  }
}

type ClientSetup = { client: number; plan: ClientPlan; user: AgentUser; pool: pg.Pool; records: CallRecord[] }

async function playClient(environment: Environment, run: Run, setup: ClientSetup): Promise<ClientEnd> {
  const { client, plan, user, records } = setup
  const keys = [run.seed, run.tag, client]
  const { redirectTarget, killApi, system } = environment
  const proxy = await openProxy({ apiUrl: system.baseUrl, redirectUrl: redirectTarget.url, keys, killApi })
  const mcp = await startMcpClient({
    python: run.pythons[client % run.pythons.length] as string,
    file: run.file,
    // Only what a host passes to the servers that it starts.
    env: { ...inherited(), SVC_BASE_URL: proxy.url, SVC_API_KEY: user.apiKey },
  })
  const agent = simulateAgent(user.own, seededRandom(...keys, 'agent'))
  const tools = [...plan.tools]
  const waiting = [...plan.faults]
  for (let call = 1; call <= plan.tools.length; call++) {
    const choice = agent.next(tools, `${run.tag} ${client}-${call}`)
    const faults = waiting.shift() ?? []
    await proxy.begin(call, faults)
    const record = await callOnce(mcp, choice, { client, call })
    await proxy.end()
    // Some calls send no request; their faults go to the next call.
    if (!proxy.exchanges.some((exchange) => exchange.call === call)) waiting.unshift(faults)
    await readLedger(setup.pool, record)
    records.push(record)
    agent.learn(record)
    if (!mcp.isAlive()) break
  }
  const diedEarly = !mcp.isAlive()
  const exit = await mcp.close()
  await proxy.close()
  const { output, badLines } = mcp
  const listed = mcp.tools.map(({ name }) => name)
  return { apiKey: user.apiKey, listed, exchanges: proxy.exchanges, output, badLines, exit, diedEarly }
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ['HOME', 'USER', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

async function callOnce(
  mcp: McpClient,
  { tool, args, intent }: Choice,
  position: { client: number; call: number },
): Promise<CallRecord> {
  if (intent) intent.tries++
  const startedAt = Date.now()
  const began = performance.now()
  const record: CallRecord = {
    ...position,
    tool,
    args,
    ...(intent && { intent }),
    startedAt,
    ms: 0,
    content: {},
  }
  try {
    record.result = await mcp.call(tool, args, GIVE_UP_MS)
    record.content = readResult(record.result)
  } catch (error) {
    record.failure = (error as Error).message
  }
  record.ms = performance.now() - began
  return record
}

/** The ledger entries of the creative at the moment when the agent reads its cost. */
async function readLedger(pool: pg.Pool, record: CallRecord): Promise<void> {
  const { intent, tool, content } = record
  const isPoll = tool === 'get_media' && typeof content.id === 'string'
  if (!intent && !isPoll) return
  const { rows } = await pool.query<LedgerState>(
    `select count(*) filter (where e.kind = 'charge')::int as charges,
       count(*) filter (where e.kind = 'refund')::int as refunds
     from media m join ledger_entries e on e.ref_id = m.id
     where m.parent_id is null and ${intent ? 'm.prompt' : 'm.id'} = $1`,
    [intent ? intent.prompt : content.id],
  )
  if (rows[0]) record.ledger = rows[0]
}
