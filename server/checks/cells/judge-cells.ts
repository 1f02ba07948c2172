import { queryDatabase, sendRequest } from '../../harness/driver/index.ts'
import { type Check, quantile } from '../../harness/report/index.ts'
import type { Phase, Sent } from './new-sender.ts'
import type { Traffic } from './open-traffic.ts'

/** How many addresses of callbacks are called for each cell. */
const CALLBACKS = 50

const failuresOf = (sent: Sent[]): string[] => sent.flatMap(({ failure }) => failure ?? [])
const of = ({ sent }: Traffic, phase: Phase): Sent[] => sent.filter((one) => one.phase === phase)

const countBy = (texts: string[]): string[] =>
  Object.entries(Object.groupBy(texts, (text) => text)).map(([text, all]) => `${text}: ${all?.length}`)

/** The cell in which nothing is killed: no failed request, and its p99 is near that of the quiet phase. */
export function judgeNeighbour(traffic: Traffic, bound: (quietMs: number) => number): Check[] {
  const p99 = (phase: Phase) =>
    quantile(
      of(traffic, phase).map(({ ms }) => ms),
      0.99,
    )
  const [quiet, kills] = [p99('quiet'), p99('kills')]
  const most = bound(quiet)
  const failed = countBy(failuresOf(traffic.sent))
  const { name } = traffic.cell
  return [
    {
      sentence: `${name}: ${traffic.sent.length} requests, ${failuresOf(traffic.sent).length} failed`,
      failures: failed,
    },
    {
      sentence:
        `${name}: p99 ${quiet.toFixed(0)} ms of ${of(traffic, 'quiet').length} requests in quiet, ` +
        `${kills.toFixed(0)} ms of ${of(traffic, 'kills').length} during kills; at most ${most.toFixed(0)}`,
      failures: kills > most ? [`${kills.toFixed(0)} ms`] : [],
    },
  ]
}

/** Every answer came from the cell of its user, also for files and callbacks. */
export async function judgeRoutes(traffic: Traffic, baseUrl: string): Promise<Check> {
  const { name } = traffic.cell
  // What the router itself answers while a cell is down has no cell.
  const answered = traffic.sent.flatMap(({ cell }) => cell ?? [])
  const ids = [...traffic.files.keys()].slice(0, CALLBACKS)
  const called = await Promise.all(
    ids.map(async (id) => {
      const path = `/cb/simulator/${id}?t=forged`
      const { headers } = await sendRequest({ baseUrl, headers: {} }, 'POST', path)
      return headers['x-cell']?.toString() ?? 'none'
    }),
  )
  const wrong = [...answered, ...called].filter((cell) => cell !== name)
  const unanswered = traffic.sent.filter(({ failure, cell }) => failure === undefined && cell === undefined)
  return {
    sentence:
      `${name}: ${answered.length} answers to submits, polls and files, and ` +
      `${called.length} to callbacks, came from it`,
    failures: [...countBy(wrong), ...unanswered.map(() => 'a success without a cell')],
  }
}

/** Every acknowledged job is completed, in the database of its cell, and every sent job was acknowledged. */
export async function judgeJobs(traffic: Traffic): Promise<Check> {
  const { cell, files } = traffic
  const unacknowledged = traffic.unacknowledged()
  type Row = { id: string; user_id: string; status: string }
  const rows = await queryDatabase(cell.databaseUrl, (query) =>
    query<Row>('select id, user_id, status from media'),
  )
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const lost = [...files.keys()].filter((id) => statuses.get(id) !== 'completed')
  const unseen = [...files].filter(([id, url]) => url === '' && !lost.includes(id))
  const foreign = rows
    .flatMap(({ id, user_id }) => [id, user_id])
    .filter((id) => id.slice(4, 6) !== cell.name)
  return {
    sentence:
      `${cell.name}: ${files.size} jobs acknowledged, ${lost.length} lost, ` +
      `${foreign.length} ids of another cell`,
    failures: [
      ...lost.map((id) => `${id} is ${statuses.get(id) ?? 'missing'}`),
      ...unseen.map(([id]) => `${id} is completed and its caller did not see it`),
      ...foreign.map((id) => `${id} is not of this cell`),
      ...(unacknowledged > 0 ? [`${unacknowledged} jobs were never acknowledged`] : []),
    ],
  }
}

export async function judgeLedger({ cell }: Traffic): Promise<Check> {
  const told = await cell.system.admin('verify-ledger').catch((error: Error) => error.message)
  const [last = ''] = told.trim().split('\n').slice(-1)
  return {
    sentence: `${cell.name}: verify-ledger: ${last}`,
    failures: last.endsWith('nothing is wrong') ? [] : [told],
  }
}
