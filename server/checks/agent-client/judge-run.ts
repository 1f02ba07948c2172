import { readDatabaseRows } from '../../harness/audit/index.ts'
import { callAs } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import type { Check } from '../../harness/report/index.ts'
import type { CallRecord } from './call-record.ts'
import { checkBooks, checkCharged, checkDoubleCharges, checkLostJobs, type Find } from './check-money.ts'
import { checkResult, checkSuccess, limitMs, refsOf } from './check-results.ts'
import { checkWrites } from './check-writes.ts'
import type { Environment } from './open-environment.ts'
import type { Exchange } from './open-proxy.ts'
import type { ClientEnd, RunRecord } from './run-clients.ts'

/** A promise of the client, with every time that it was broken. */
export type RunCheck = Check & { name: CheckName }

const sentences = {
  charges: 'no creative was charged twice',
  refs: 'every submit of a call carried the one clientRef of that call',
  lost: 'every job that was paid for is known by its id or its clientRef',
  charged: 'no result says of the credits what the ledger denies',
  books: 'the ledger adds up, entry by entry',
  writes: 'nothing was made twice by one call',
  results: 'every result says how it went and what to do next',
  success: 'nothing but an answer of the service was taken for success',
  lines: 'every line on stdout is a message of the protocol, and no traceback is among them',
  keys: 'no key was printed, and nothing was sent to another host',
  times: 'every call ended within its limit',
  alive: 'every client lived to the end and left when its input ended',
} as const
export type CheckName = keyof typeof sentences

const SETTLED_WITHIN_MS = 90_000

export async function judgeRun(environment: Environment, run: RunRecord, tag: string): Promise<RunCheck[]> {
  const databaseUrl = environment.system.env.DATABASE_URL as string
  await settle(databaseUrl)
  const database = await readDatabaseRows(databaseUrl)
  const { records, clients } = run
  const evidence = { database, records }
  const each = (judge: (record: CallRecord, exchanges: Exchange[]) => string[]) =>
    records.flatMap((record) => {
      const all = clients[record.client]?.exchanges ?? []
      const own = all.filter(({ call }) => call === record.call)
      return judge(record, own).map((wrong) => `${describe(record, own)}: ${wrong}`)
    })
  const broken: Record<CheckName, string[]> = {
    charges: checkDoubleCharges(evidence),
    refs: each(checkRefs),
    lost: await checkLostJobs(evidence, findIn(environment, clients)),
    charged: each(checkCharged(evidence)),
    books: checkBooks(database),
    writes: await checkWrites(databaseUrl, tag),
    results: each(checkResult),
    success: each(checkSuccess),
    lines: clients.flatMap(checkLines),
    keys: [
      ...clients.flatMap(checkKeys),
      ...environment.redirectTarget.visits.splice(0).map((visit) => `elsewhere: ${visit}`),
    ],
    times: each((record) => {
      const limit = limitMs(record)
      return record.ms <= limit ? [] : [`it took ${(record.ms / 1000).toFixed(1)} s, not ${limit / 1000} s`]
    }),
    alive: clients.flatMap(checkEnd),
  }
  return (Object.keys(sentences) as CheckName[]).map((name) => ({
    name,
    sentence: sentences[name],
    failures: broken[name],
  }))
}

/** Finds a job whose answer was lost, like an agent. */
const findIn =
  (environment: Environment, clients: ClientEnd[]): Find =>
  async (client, clientRef) => {
    const ask = callAs(environment.system.baseUrl, { 'x-api-key': clients[client]?.apiKey ?? '' })
    const { media } = await ask('GET', `/api/gen/media?${new URLSearchParams({ clientRef })}`)
    return media.map(({ id }: { id: string }) => id)
  }

/** Waits until every job is final, so that no row changes while it is checked. */
async function settle(databaseUrl: string): Promise<void> {
  const isSettled = async () =>
    [...(await readDatabaseRows(databaseUrl)).media.values()].every(
      ({ status }) => !/queued|processing/.test(status),
    )
  await waitUntil('every job is final', isSettled, { withinMs: SETTLED_WITHIN_MS, everyMs: 500 })
}

function describe({ client, call, tool, content }: CallRecord, exchanges: Exchange[]): string {
  const met = exchanges.map(({ fault }) => fault).join(', ')
  return `${client}-${call} ${tool} [${met}] ${content.ok === true ? 'ok' : content.code}`
}

function checkRefs({ args }: CallRecord, exchanges: Exchange[]): string[] {
  const refs = new Set(refsOf(exchanges))
  if (refs.has('')) return ['a submit had no clientRef']
  if (refs.size > 1) return [`it sent ${refs.size} clientRefs`]
  const own = args.client_ref
  return typeof own === 'string' && refs.size === 1 && !refs.has(own) ? [`it did not send ${own}`] : []
}

function checkLines({ badLines, output }: ClientEnd): string[] {
  const tracebacks = output.out.filter((line) => line.includes('Traceback'))
  return [...badLines, ...tracebacks].map((line) => `printed on stdout: ${line.slice(0, 200)}`)
}

function checkKeys({ apiKey, output }: ClientEnd): string[] {
  const secret = apiKey.slice(apiKey.indexOf('_') + 1)
  return [...output.out, ...output.err]
    .filter((line) => line.includes(secret))
    .map((line) => `printed the key: ${line.replaceAll(secret, '***').slice(0, 300)}`)
}

function checkEnd({ diedEarly, exit, output }: ClientEnd, client: number): string[] {
  const last = output.err.slice(-3).join(' | ')
  if (diedEarly) return [`client ${client} died: ${exit.signal ?? `code ${exit.code}`} ${last}`]
  return exit.code === 0 ? [] : [`client ${client} ended with ${exit.signal ?? `code ${exit.code}`} ${last}`]
}
