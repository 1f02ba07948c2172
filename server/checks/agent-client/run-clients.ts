import pg from 'pg'
import { rollDice } from '../chaos/roll-dice.ts'
import type { CallRecord, LedgerState } from './call-record.ts'
import type { Choice } from './choose-call.ts'
import { type ClientPlan, type Deal, dealPlans } from './deal-plans.ts'
import type { Environment, Person } from './open-environment.ts'
import { type Exchange, openProxy } from './open-proxy.ts'
import { playAgent } from './play-agent.ts'
import { type McpClient, speakMcp } from './speak-mcp.ts'

export type Told = { records: CallRecord[]; clients: ClientEnd[]; seconds: number }

export type ClientEnd = {
  apiKey: string
  /** The tools that it says it has. */
  listed: string[]
  exchanges: Exchange[]
  said: McpClient['said']
  badLines: string[]
  exit: { code: number | null; signal: string | null; ms: number }
  diedEarly: boolean
}

/** `tag` begins the names of everything that the agents of this run write. */
export type Run = Deal & { tag: string; file: string; pythons: string[] }

/** After this nobody waits for a call any more: twice of what any may take. */
const GIVE_UP_MS = 120_000

/** Plays one agent for each client, all at the same time, each behind its own faulty proxy. */
export async function runClients(
  environment: Environment,
  run: Run,
  say: (text: string) => void,
): Promise<Told> {
  const plans = dealPlans(run)
  const people = await Promise.all(plans.map(() => environment.settle()))
  const records: CallRecord[] = []
  const pool = new pg.Pool({ connectionString: environment.system.env.DATABASE_URL as string, max: 4 })
  pool.on('error', () => undefined)
  const startedAt = performance.now()
  const telling = setInterval(() => say(`  ${records.length} of ${run.calls} calls`), 30_000)
  try {
    const clients = await Promise.all(
      plans.map((plan, client) =>
        playClient(environment, run, { client, plan, person: people[client] as Person, pool, records }),
      ),
    )
    return { records, clients, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    clearInterval(telling)
    await pool.end()
  }
}

type Seat = { client: number; plan: ClientPlan; person: Person; pool: pg.Pool; records: CallRecord[] }

async function playClient(environment: Environment, run: Run, seat: Seat): Promise<ClientEnd> {
  const { client, plan, person, records } = seat
  const keys = [run.seed, run.tag, client]
  const { trap, killApi, system } = environment
  const proxy = await openProxy({ apiUrl: system.baseUrl, trapUrl: trap.url, keys, killApi })
  const mcp = await speakMcp({
    python: run.pythons[client % run.pythons.length] as string,
    file: run.file,
    // No more than a host gives to the servers that it starts.
    env: { ...inherited(), SVC_BASE_URL: proxy.url, SVC_API_KEY: person.apiKey },
  })
  const agent = playAgent(person.own, rollDice(...keys, 'agent'))
  const tools = [...plan.tools]
  const waiting = [...plan.faults]
  for (let call = 1; call <= plan.tools.length; call++) {
    const choice = agent.next(tools, `${run.tag} ${client}-${call}`)
    const faults = waiting.shift() ?? []
    await proxy.begin(call, faults)
    const record = await callOnce(mcp, choice, { client, call })
    await proxy.end()
    // Some calls ask nobody; what they would have met is for the next one.
    if (!proxy.exchanges.some((exchange) => exchange.call === call)) waiting.unshift(faults)
    await readLedger(seat.pool, record)
    records.push(record)
    agent.learn(record)
    if (!mcp.isAlive()) break
  }
  const diedEarly = !mcp.isAlive()
  const exit = await mcp.close()
  await proxy.close()
  const { said, badLines } = mcp
  const listed = mcp.tools.map(({ name }) => name)
  return { apiKey: person.apiKey, listed, exchanges: proxy.exchanges, said, badLines, exit, diedEarly }
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
  place: { client: number; call: number },
): Promise<CallRecord> {
  if (intent) intent.tries++
  const startedAt = Date.now()
  const began = performance.now()
  const record: CallRecord = {
    ...place,
    tool,
    args,
    ...(intent && { intent }),
    startedAt,
    ms: 0,
    told: {},
  }
  try {
    record.result = await mcp.call(tool, args, GIVE_UP_MS)
    record.told = record.result.structuredContent ?? {}
  } catch (error) {
    record.failure = (error as Error).message
  }
  record.ms = performance.now() - began
  return record
}

/** What the ledger says of the creative in the moment in which the agent reads what it cost. */
async function readLedger(pool: pg.Pool, record: CallRecord): Promise<void> {
  const { intent, tool, told } = record
  const isPoll = tool === 'get_media' && typeof told.id === 'string'
  if (!intent && !isPoll) return
  const { rows } = await pool.query<LedgerState>(
    `select count(*) filter (where e.kind = 'charge')::int as charges,
       count(*) filter (where e.kind = 'refund')::int as refunds
     from media m join ledger_entries e on e.ref_id = m.id
     where m.parent_id is null and ${intent ? 'm.prompt' : 'm.id'} = $1`,
    [intent ? intent.prompt : told.id],
  )
  if (rows[0]) record.ledger = rows[0]
}
