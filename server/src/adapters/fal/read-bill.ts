import { isRecord, readRepeatedly } from '#adapters/shared'
import { type Bill, type BillRow, BillUnreadable, type Period } from '#platform/providers'
import { type FalAccount, newFalAccount } from './fal-account.ts'

/** fal answers for at most 90 days at once. */
const SPAN_MS = 30 * 86_400_000
/** 10,000 are allowed; an answer may have 4 MB. */
const PAGE_ROWS = 5_000
const TIMEOUT_MS = 60_000

/** The billing events, which only an admin key may read. */
export function readBill(account: FalAccount, period: Period, adminKey: string | undefined): Bill {
  if (!adminKey) return { kind: 'none', why: 'fal shows its bill to an admin key only: set FAL_ADMIN_KEY' }
  const admin = newFalAccount({ ...account.settings, key: adminKey })
  return {
    kind: 'rows',
    rows: readSpans(admin, period),
    findOfJob: (reference) => findTagged(admin, period, reference),
  }
}

async function* readSpans(admin: FalAccount, { from, to }: Period): AsyncGenerator<BillRow> {
  for (let start = from.getTime(); start < to.getTime(); start += SPAN_MS)
    yield* readEvents(admin, {
      start: new Date(start).toISOString(),
      end: new Date(Math.min(start + SPAN_MS, to.getTime())).toISOString(),
    })
}

/** Every submit carries our id as a tag. Undefined where fal does not report by tags. */
async function findTagged(
  admin: FalAccount,
  { from, to }: Period,
  reference: string,
): Promise<BillRow[] | undefined> {
  const span = { start: from.toISOString(), end: to.toISOString() }
  const query = { ...span, source: 'tagged-billed', tag: `job=${reference}` }
  try {
    const rows: BillRow[] = []
    for await (const row of readEvents(admin, query)) rows.push(row)
    return rows
  } catch (error) {
    if (error instanceof BillUnreadable) return undefined
    throw error
  }
}

async function* readEvents(admin: FalAccount, span: Record<string, string>): AsyncGenerator<BillRow> {
  const query = new URLSearchParams({ ...span, limit: String(PAGE_ROWS) })
  for (;;) {
    const url = `${admin.settings.platformUrl}/models/billing-events?${query}`
    const answer = await readRepeatedly(() => admin.ask(url, { timeoutMs: TIMEOUT_MS }))
    if (!answer) throw new BillUnreadable('fal did not answer when it was asked for its bill')
    if (answer.status === 401 || answer.status === 403)
      throw new BillUnreadable('fal refused FAL_ADMIN_KEY: its bill needs a key of the kind Admin')
    const { json } = answer
    if (answer.status !== 200 || !isRecord(json) || !Array.isArray(json.billing_events))
      throw new BillUnreadable(`fal answered ${answer.status} when it was asked for its bill`)
    for (const event of json.billing_events) yield readEvent(event)
    if (json.has_more !== true) return
    if (typeof json.next_cursor !== 'string') throw new BillUnreadable('the bill of fal has no next page')
    query.set('cursor', json.next_cursor)
  }
}

/** A line that cannot be read must not be left out: the sums would be wrong in silence. */
function readEvent(event: unknown): BillRow {
  const { request_id, timestamp, cost_total, cost_estimate_nano_usd } = isRecord(event) ? event : {}
  const at = new Date(String(timestamp))
  const micros =
    typeof cost_total === 'number' ? cost_total * 1_000_000 : Number(cost_estimate_nano_usd) / 1_000
  if (typeof request_id !== 'string' || Number.isNaN(at.getTime()) || !Number.isFinite(micros))
    throw new BillUnreadable('a line of the bill of fal has another form than expected')
  return { jobId: request_id, at, costMicros: Math.round(micros) }
}
