import type pg from 'pg'
import { STORE_FILES_MS } from '../../src/production/timing/index.ts'
import type { World } from './run-world.ts'

type MediaRow = {
  id: string
  prompt: string
  status: string
  n: number
  cost: number
  object_key: string | null
  finished_at: Date | null
  deadline_at: Date
  result_seen_at: Date | null
  charged: number
  charges: number
  refunded: number
  refunds: number
  siblings: number
  error_code: string | null
}

export type WorldCheck = { found: string[]; statuses: string[] }

/** What must hold at the end of every history: a sentence for each violation, and how the jobs ended. */
export async function checkWorld(client: pg.Client, world: World): Promise<WorldCheck> {
  const { rows } = await client.query<MediaRow>(
    `select m.id, m.prompt, m.status, m.n, m.cost_credits::int as cost, m.object_key, m.finished_at,
       m.deadline_at, m.result_seen_at, m.error_code,
       (select count(*)::int from media s where s.parent_id = m.id) as siblings,
       coalesce(sum(-e.amount) filter (where e.kind = 'charge'), 0)::int as charged,
       count(e.id) filter (where e.kind = 'charge')::int as charges,
       coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::int as refunded,
       count(e.id) filter (where e.kind = 'refund')::int as refunds
     from media m left join ledger_entries e on e.ref_id = m.id and e.ref_type = 'generated_media'
     where m.user_id = $1 and m.parent_id is null group by m.id`,
    [world.userId],
  )
  const { rows: accounts } = await client.query<{ balance: number; sum: number }>(
    `select a.balance::int, (select sum(amount)::int from ledger_entries e where e.user_id = a.user_id) as sum
     from credit_accounts a where a.user_id = $1`,
    [world.userId],
  )
  const [account] = accounts
  const wrongBalance = account?.balance === account?.sum ? [] : [`the balance is not the sum of its entries`]
  const found = [
    ...wrongBalance,
    ...rows.flatMap((row) => checkMedia(row, world)),
    ...checkAnswers(rows, world),
  ]
  return { found, statuses: rows.map(({ status, error_code }) => error_code ?? status) }
}

/** An unreachable provider is asked for this long after the window, and an outage is shorter. */
const GRACE_MS = 29_000

function checkMedia(row: MediaRow, world: World): string[] {
  const bought = world.bought.filter(({ reference }) => reference === row.id)
  const [job] = bought
  const found: string[] = []
  const say = (isWrong: boolean, what: string) => isWrong && found.push(`${row.id} (${row.status}): ${what}`)
  say(!row.finished_at, 'it is not final at the end')
  say(row.charges !== 1 || row.charged !== row.cost, `it was charged ${row.charges} times, ${row.charged}`)
  say(bought.length > 1, `the provider was paid ${bought.length} times`)
  const missing = row.status === 'completed' ? row.n - 1 - row.siblings : row.n
  const due = row.status === 'completed' ? missing * (row.cost / row.n) : row.cost
  say(row.refunded !== due, `${row.refunded} credits were refunded, ${due} are due`)
  say(row.refunds > 1, 'it was refunded twice')
  if (row.status === 'completed') {
    say(job?.end !== 'done' || job.doneAt > Number(row.finished_at), 'the provider had not finished it')
    say(!world.storedFiles.has(row.object_key ?? ''), 'its file is not stored')
    say(missing !== row.n - (job?.files ?? 0), 'files are missing that the provider made')
  }
  const isInTime = job?.end === 'done' && job.doneAt < Number(row.deadline_at)
  const stalledAt = Number(row.finished_at)
  const isInGrace = stalledAt < Number(row.deadline_at) + GRACE_MS
  const couldBeSeen = isInGrace || !world.isProviderOut(stalledAt)
  const isCancelled = row.error_code === 'cancelled'
  say(isInTime && couldBeSeen && row.status === 'stalled', 'it stalled although it was done in time')
  const storableUntil = row.result_seen_at ? Number(row.result_seen_at) + STORE_FILES_MS : 0
  say(row.status === 'stalled' && stalledAt < storableUntil, 'it stalled although its result was seen')
  say(
    isInTime && row.status === 'failed' && !isCancelled,
    `it failed (${row.error_code}) although it was done`,
  )
  say(isCancelled && job !== undefined, 'it was cancelled and bought')
  return found
}

/** What a provider refuses while the caller waits; everything else is sent again. */
const EXPECTED = ['provider_unavailable', 'provider_rejected']

function checkAnswers(rows: MediaRow[], world: World): string[] {
  return world.sent.flatMap(({ prompt, clientRef, id, refused }) => {
    const jobs = rows.filter((row) => row.prompt === prompt)
    const paid = jobs.filter((row) => row.refunded < row.cost)
    const say = (what: string) => [`${prompt} ${what}`]
    if (paid.length > 1) return say(`made ${paid.length} jobs that are paid`)
    if (id !== undefined && !jobs.some((row) => row.id === id))
      return say(`was acknowledged as ${id} and lost`)
    if (refused && paid.length > 0) return say(`was refused (${refused.code}) and charged`)
    if (refused && !EXPECTED.includes(refused.code)) return say(`was refused with ${refused.code}`)
    if (clientRef && id === undefined && !refused) return say('was never answered')
    return []
  })
}
