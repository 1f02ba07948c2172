import { isDeepStrictEqual } from 'node:util'
import { type SpendAnswer, type SpendRow, spendGroups } from '@atelier/contract'
import type { Random } from '../../harness/random/index.ts'
import { DAY_MS, DAYS, type History, type Mode } from './draw-history.ts'
import { type Asked, type Read, readSums } from './read-sums.ts'

/** Calls an endpoint of the dashboard with a cookie; the body of the answer, or an error. */
export type Get = (path: string, cookie: string) => Promise<unknown>

export type Compared = { answers: number; rows: number; differences: string[] }

/** A page of 92 days at most; the last day may be after today. */
const DAYS_MOST = 92

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Random days in a random mode, a third of them a single one. Half of them begin on a day with entries. */
export function drawAsked(random: Random, { userId, entries }: History, now: number): Asked {
  const mode: Mode = random.next() < 0.8 ? 'live' : 'test'
  const days = random.pick([1, 1, 2, 7, 30, DAYS_MOST])
  const length = (days - 1) * DAY_MS
  const last =
    random.next() < 0.5
      ? now - random.int(-1, DAYS) * DAY_MS
      : Date.parse(random.pick(entries.filter((entry) => entry.mode === mode)).at) + length
  return { userId, mode, since: dayOf(last - length), until: dayOf(last) }
}

/** Asks for the spend of one user by day, key, product and model, and compares each with the ledger. */
export async function compareSpend(
  { get, read }: { get: Get; read: Read },
  { token }: History,
  asked: Asked,
): Promise<Compared> {
  const compared: Compared = { answers: 0, rows: 0, differences: [] }
  const { mode, since, until } = asked
  for (const by of spendGroups) {
    const path = `/api/owner/${mode}/spend?by=${by}&since=${since}&until=${until}`
    const answer = (await get(path, `__Host-sid=${token}`)) as SpendAnswer
    const wanted = inOrder(await readSums(read, asked, by))
    const expected = { since, until, rows: wanted, total: addUp(wanted) }
    const shown = { ...answer, rows: inOrder(answer.rows) }
    compared.answers++
    compared.rows += wanted.length
    if (!isDeepStrictEqual(shown, expected))
      compared.differences.push(`${asked.userId} ${path}: ${describe(shown, expected)}`)
  }
  return compared
}

const nameOf = ({ day, of }: SpendRow): string => `${day} ${of ?? ''}`

/** The same keys in the same order, by day and by what the row is about. */
const inOrder = (rows: SpendRow[]): SpendRow[] =>
  rows
    .map(({ day, of, charged, refunded, spent, jobs }) => ({ day, of, charged, refunded, spent, jobs }))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

function addUp(rows: SpendRow[]): SpendAnswer['total'] {
  const total = { charged: 0, refunded: 0, spent: 0, jobs: 0 }
  for (const row of rows)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += row[name]
  return total
}

/** The first row that differs, or the totals. */
function describe(shown: SpendAnswer, wanted: SpendAnswer): string {
  const at = wanted.rows.findIndex((row, index) => !isDeepStrictEqual(row, shown.rows[index]))
  const [first, second] = at === -1 ? [shown.total, wanted.total] : [shown.rows[at], wanted.rows[at]]
  const counts = `${shown.rows.length} rows instead of ${wanted.rows.length}`
  return `${counts}; ${JSON.stringify(first)} instead of ${JSON.stringify(second)}`
}
