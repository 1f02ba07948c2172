import { checkLedger } from '../chaos/check-ledger.ts'
import { keepFindings } from '../chaos/keep-findings.ts'
import type { MediaRow, Truth } from '../chaos/read-truth.ts'
import type { CallRecord } from './call-record.ts'

/** A row that the provider refused was given back and freed its clientRef; every other was bought. */
const isBought = (row: MediaRow): boolean =>
  row.parent_id === null && (row.client_ref_bound || row.status !== 'failed' || row.client_ref === null)

export type World = { truth: Truth; records: CallRecord[] }
type Paid = MediaRow & { prompt: string; created_at: Date }

/** What was bought, by what the agents of this run wanted. */
function boughtByPrompt({ truth, records }: World): Map<string, Paid[]> {
  const wanted = new Set(records.map(({ intent }) => intent?.prompt))
  const rows = [...truth.media.values()] as Paid[]
  return Map.groupBy(
    rows.filter((row) => isBought(row) && wanted.has(row.prompt)),
    (row) => row.prompt,
  )
}

export function checkDoubleCharges(world: World): string[] {
  return [...boughtByPrompt(world)]
    .filter(([, rows]) => rows.length > 1)
    .map(([prompt, rows]) => `${prompt}: bought ${rows.map(({ id }) => id).join(' and ')}`)
}

/** Asks the service for the ids under a clientRef, with the key of the client. */
export type Find = (client: number, clientRef: string) => Promise<string[]>

/** Somebody paid for it, so its id was told, or the clientRef with which it can be found. */
export async function checkLostJobs(world: World, find: Find): Promise<string[]> {
  const byPrompt = Map.groupBy(world.records, (record) => record.intent?.prompt ?? '')
  const lost: string[] = []
  for (const [prompt, rows] of boughtByPrompt(world)) {
    const records = byPrompt.get(prompt) ?? []
    const told = records.map((record) => JSON.stringify([record.told, record.args.client_ref])).join('\n')
    const isTold = (thing: string | null) => thing !== null && told.includes(JSON.stringify(thing))
    for (const { id, client_ref } of rows.filter((row) => !isTold(row.id))) {
      if (!isTold(client_ref)) lost.push(`${id} (${client_ref}) was paid for and nobody was told`)
      else if (!(await find(records[0]?.client ?? 0, client_ref ?? '')).includes(id))
        lost.push(`${id} was paid for and is not found as ${client_ref}`)
    }
  }
  return lost
}

/** What a result says that its call did to the credits, against the ledger of that moment and of the end. */
export function checkCharged(world: World): (record: CallRecord) => string[] {
  const bought = boughtByPrompt(world)
  const submits = Map.groupBy(world.records, ({ intent }) => intent?.prompt ?? '')
  /** Also what was on its way when the client gave up, and was bought a moment later. */
  const boughtBy = ({ intent, startedAt }: CallRecord): Paid | undefined => {
    const prompt = intent?.prompt ?? ''
    const next = submits.get(prompt)?.find((other) => other.startedAt > startedAt)
    const isOwn = (at: number) => at >= startedAt && at < (next?.startedAt ?? Number.POSITIVE_INFINITY)
    return bought.get(prompt)?.find(({ created_at }) => isOwn(created_at.getTime()))
  }
  return (record) => {
    const { told, ledger } = record
    if (!ledger) return []
    const lie = (sentence: string) => [`it says ${told.charged}, but ${sentence}`]
    const own = told.ok === false && ['none', 'refunded'].includes(String(told.charged)) && boughtBy(record)
    if (own) return lie(`${own.id} was bought`)
    if (told.ok !== true) return []
    if (told.charged === 'refunded' && ledger.refunds === 0) return lie('nothing was given back')
    if (told.charged === 'charged' && ledger.charges === 0) return lie('there is no charge')
    return told.charged === 'none' && ledger.charges > 0 ? lie('there is a charge') : []
  }
}

/** The books of the whole system: one charge each, every refund, every chain. */
export function checkBooks(truth: Truth): string[] {
  const findings = keepFindings()
  checkLedger(truth, findings)
  return findings.sentences(5)
}
