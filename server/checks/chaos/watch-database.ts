import { setTimeout as sleep } from 'node:timers/promises'
import { type Query, queryDatabase } from '../../harness/driver/index.ts'
import { watchLibraries } from './check-libraries.ts'
import type { Findings } from './count-names.ts'

export type Watch = {
  /** How many times the database was read, and how many times it was down. */
  readonly checks: number
  readonly skipped: number
  check(): Promise<void>
  stop(): Promise<void>
}

/** What must never change once it was read: a hash for each final media, provider id and ledger entry. */
type Snapshot = { finals: Map<string, string>; jobIds: Map<string, string>; entries: Map<string, string> }

/** Checks again and again, during the run, what must hold at every moment. */
export function watchDatabase(databaseUrl: string, everyMs: number, findings: Findings): Watch {
  const snapshot: Snapshot = { finals: new Map(), jobIds: new Map(), entries: new Map() }
  const halt = new AbortController()
  const count = { checks: 0, skipped: 0 }
  const check = async () => {
    await queryDatabase(databaseUrl, async (query) => {
      await checkAccounts(query, findings)
      await checkCharges(query, findings)
      await checkRefunds(query, findings)
      await watchLibraries(query, findings)
      await checkSnapshot(query, snapshot, findings)
    })
    count.checks++
  }
  const watching = (async () => {
    while (!halt.signal.aborted) {
      await check().catch(() => count.skipped++)
      await sleep(everyMs, undefined, { signal: halt.signal }).catch(() => undefined)
    }
  })()
  return {
    get checks() {
      return count.checks
    },
    get skipped() {
      return count.skipped
    },
    check,
    async stop() {
      halt.abort()
      await watching
    },
  }
}

async function checkAccounts(query: Query, findings: Findings): Promise<void> {
  const wrong = await query<{ user_id: string; balance: number; total: number }>(
    `select a.user_id, a.balance, coalesce(sum(e.amount), 0)::bigint as total
     from credit_accounts a left join ledger_entries e on e.user_id = a.user_id and e.mode = a.mode
     group by a.user_id, a.mode
     having a.balance <> coalesce(sum(e.amount), 0) or a.balance < 0 or a.seq <> count(e.id)
       or a.seq <> coalesce(max(e.seq), 0)
       or (a.seq > 0 and not exists (select from ledger_entries l
            where l.user_id = a.user_id and l.mode = a.mode and l.seq = a.seq
              and l.tx_hash = a.head_hash and l.seal = a.head_seal))`,
  )
  for (const { user_id, balance, total } of wrong) {
    const sentence = `${user_id} has ${balance}, its entries give ${total}, or its head is wrong`
    findings.add('brokenChains', user_id, sentence)
  }
}

async function checkCharges(query: Query, findings: Findings): Promise<void> {
  const wrong = await query<{ id: string; charges: number }>(
    `select m.id, count(e.id) as charges
     from media m left join ledger_entries e on e.ref_id = m.id and e.kind = 'charge'
     group by m.id
     having case when m.parent_id is null then count(e.id) <> 1 or sum(e.amount) <> -m.cost_credits
                 else count(e.id) <> 0 end
     union all
     select e.ref_id, 1 from ledger_entries e
     where e.ref_type = 'generated_media' and not exists (select from media m where m.id = e.ref_id)`,
  )
  for (const { id, charges } of wrong) {
    findings.add('doubleCharges', id, `${id} has ${charges} charges, not one of its cost`)
  }
}

async function checkRefunds(query: Query, findings: Findings): Promise<void> {
  const wrong = await query<{ id: string; status: string; refunds: number; total: number }>(
    `select m.id, m.status, count(e.id) as refunds, coalesce(sum(e.amount), 0)::bigint as total
     from media m left join ledger_entries e on e.ref_id = m.id and e.kind = 'refund'
     group by m.id
     having count(e.id) > 1 or coalesce(sum(e.amount), 0) <> m.refunded_credits
       or (m.status in ('failed', 'stalled') and coalesce(sum(e.amount), 0) <> m.cost_credits)
       or (m.status in ('queued', 'processing') and count(e.id) > 0)`,
  )
  for (const { id, status, refunds, total } of wrong) {
    findings.add(
      'doubleOrMissingRefunds',
      id,
      `${id} is ${status} with ${refunds} refunds of ${total} in all`,
    )
  }
}

async function checkSnapshot(query: Query, snapshot: Snapshot, findings: Findings): Promise<void> {
  const finals = await query<KeyedRow>(
    `select m.id as key, case when erased_at is null then '' else '${ERASED}' end || md5(m::text) as value
     from media m
     where status in ('completed', 'failed', 'stalled')`,
  )
  for (const id of compare(snapshot.finals, finals)) {
    findings.add('changedFinals', id, `${id} was final and changed afterwards`)
  }
  const jobIds = await query<KeyedRow>(
    `select media_id || '/' || try as key, provider_job_id as value from provider_submits
     where provider_job_id is not null`,
  )
  for (const key of compare(snapshot.jobIds, jobIds)) {
    findings.add('changedFinals', key, `the provider's id of ${key} changed or disappeared`)
  }
  const entries = await query<KeyedRow>(`select e.id as key, md5(e::text) as value from ledger_entries e`)
  for (const id of compare(snapshot.entries, entries)) {
    findings.add('brokenChains', id, `the ledger entry ${id} changed or disappeared`)
  }
}

/** A final media may be erased once; `checkErasures` knows whether its owner wanted that. */
const ERASED = 'erased '

type KeyedRow = { key: string; value: string }

/** Stores what is new, and returns the keys of what changed or disappeared. */
function compare(known: Map<string, string>, rows: KeyedRow[]): string[] {
  const now = new Map(rows.map(({ key, value }) => [key, value]))
  for (const [key, value] of now) {
    const before = known.get(key)
    const isErasedNow = value.startsWith(ERASED) && !before?.startsWith(ERASED)
    if (before === undefined || isErasedNow) known.set(key, value)
  }
  const wrong = [...known].filter(([key, value]) => now.get(key) !== value).map(([key]) => key)
  return wrong
}
