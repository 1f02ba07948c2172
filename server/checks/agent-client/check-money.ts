import { checkLedger, type DatabaseRows, ledgerCounts, type MediaRow } from '../../harness/audit/index.ts'
import { createFindings } from '../../harness/report/index.ts'
import type { CallRecord } from './call-record.ts'

/** A job that the provider refused was refunded and freed its clientRef. Every other job was bought. */
const isBought = (row: MediaRow): boolean =>
  row.parent_id === null && (row.client_ref_bound || row.status !== 'failed' || row.client_ref === null)

export type Evidence = { database: DatabaseRows; records: CallRecord[] }
type Paid = MediaRow & { prompt: string; created_at: Date }

/** The jobs that were bought, by the prompts of this run. */
function boughtByPrompt({ database, records }: Evidence): Map<string, Paid[]> {
  const wanted = new Set(records.map(({ intent }) => intent?.prompt))
  const rows = [...database.media.values()] as Paid[]
  return Map.groupBy(
    rows.filter((row) => isBought(row) && wanted.has(row.prompt)),
    (row) => row.prompt,
  )
}

export function checkDoubleCharges(evidence: Evidence): string[] {
  return [...boughtByPrompt(evidence)]
    .filter(([, rows]) => rows.length > 1)
    .map(([prompt, rows]) => `${prompt}: bought ${rows.map(({ id }) => id).join(' and ')}`)
}

/** Gets the ids of a clientRef from the service, with the key of the client. */
export type Find = (client: number, clientRef: string) => Promise<string[]>

/** What was paid for is known to the agent by its id, or by the clientRef with which it can be found. */
export async function checkLostJobs(evidence: Evidence, find: Find): Promise<string[]> {
  const byPrompt = Map.groupBy(evidence.records, (record) => record.intent?.prompt ?? '')
  const lost: string[] = []
  for (const [prompt, rows] of boughtByPrompt(evidence)) {
    const records = byPrompt.get(prompt) ?? []
    const content = records
      .map((record) => JSON.stringify([record.content, record.args.client_ref]))
      .join('\n')
    const isTold = (thing: string | null) => thing !== null && content.includes(JSON.stringify(thing))
    for (const { id, client_ref } of rows.filter((row) => !isTold(row.id))) {
      if (!isTold(client_ref)) lost.push(`${id} (${client_ref}) was paid for and is unknown to the agent`)
      else if (!(await find(records[0]?.client ?? 0, client_ref ?? '')).includes(id))
        lost.push(`${id} was paid for and is not found as ${client_ref}`)
    }
  }
  return lost
}

/** Compares what a result says about the credits with the ledger at that moment and at the end. */
export function checkCharged(evidence: Evidence): (record: CallRecord) => string[] {
  const bought = boughtByPrompt(evidence)
  const submits = Map.groupBy(evidence.records, ({ intent }) => intent?.prompt ?? '')
  /** Includes a submit that was pending when the client gave up and was bought a moment later. */
  const boughtBy = ({ intent, startedAt }: CallRecord): Paid | undefined => {
    const prompt = intent?.prompt ?? ''
    const next = submits.get(prompt)?.find((other) => other.startedAt > startedAt)
    const isOwn = (at: number) => at >= startedAt && at < (next?.startedAt ?? Number.POSITIVE_INFINITY)
    return bought.get(prompt)?.find(({ created_at }) => isOwn(created_at.getTime()))
  }
  return (record) => {
    const { content, ledger } = record
    if (!ledger) return []
    const contradict = (sentence: string) => [`it says ${content.charged}, but ${sentence}`]
    const own =
      content.ok === false && ['none', 'refunded'].includes(String(content.charged)) && boughtBy(record)
    if (own) return contradict(`${own.id} was bought`)
    if (content.ok !== true) return []
    if (content.charged === 'refunded' && ledger.refunds === 0) return contradict('nothing was refunded')
    if (content.charged === 'charged' && ledger.charges === 0) return contradict('there is no charge')
    return content.charged === 'none' && ledger.charges > 0 ? contradict('there is a charge') : []
  }
}

/** The ledger of all users: one charge for each job, every refund, every chain. */
export function checkBooks(database: DatabaseRows): string[] {
  const findings = createFindings(ledgerCounts)
  checkLedger(database, findings)
  return findings.sentences(5)
}
