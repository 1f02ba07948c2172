import { checkLedger, ledgerCounts, readDatabaseRows } from '../../harness/audit/index.ts'
import type { OpenSystem } from '../../harness/driver/index.ts'
import { type Check, createFindings, print, textTable } from '../../harness/report/index.ts'
import type { Kill } from './kill-processes.ts'
import type { Told } from './send-submits.ts'

export type Run = {
  name: string
  opened: OpenSystem
  told: Told
  /** Completed jobs a second, without and with overload. */
  rate: number
  goodput: number
  /** The goodput must be at least this share of the rate. */
  goodputShare: number
  killed: Kill[]
  /** Sent after the overload, at a rate that the machine carries. */
  after: Told
}

const AS_PROVIDER_SHARE = 0.99
/** Between the last check of a provider and the end of a window. */
const LAST_CHECK_MS = 2_000

type ProviderJob = { reference: string; finishedAt: number | null; outcome: string | null }

/** Compares what callers were told, what the service stored and what the provider did. */
export async function judgeRun(run: Run): Promise<Check[]> {
  const { name, told, rate, goodput, goodputShare, killed, after } = run
  const { counts, ended } = await compare(run)
  const sent = told.acknowledged.length + told.refused.length + told.unclear.length + told.wrong.length
  print(
    textTable([
      [name, 'sent', 'acknowledged', 'refused', 'unclear', 'as provider', 'rate', 'goodput', 'kills'],
      [
        '',
        ...[sent, told.acknowledged.length, told.refused.length, told.unclear.length].map(String),
        `${(ended.share * 100).toFixed(2)}%`,
        rate.toFixed(1),
        goodput.toFixed(1),
        String(killed.length),
      ],
    ]),
  )
  const unless = (isRight: boolean, failure: string) => (isRight ? [] : [failure])
  const zero = (what: keyof typeof counts, sentence: string): Check => ({
    sentence: `${name}: ${sentence}`,
    failures: counts[what],
  })
  return [
    {
      sentence: `${name}: 99% of the acknowledged jobs end as their provider ended them`,
      failures: unless(ended.share >= AS_PROVIDER_SHARE, `${(ended.share * 100).toFixed(2)}%`),
    },
    zero('lost', 'no acknowledged job is lost or open'),
    zero('stalled', 'no job stalls that its provider finished in time, or that was never sent'),
    zero('failed', 'no job fails that its provider completed'),
    zero('traces', 'a refused job leaves no row'),
    zero('ledger', 'every charge and refund is right'),
    { sentence: `${name}: every answer is 201 or 503`, failures: told.wrong },
    {
      sentence: `${name}: jobs are refused, and each refusal says when to send again`,
      failures: [
        ...unless(told.refused.length > 0, 'nothing was refused: this was no overload'),
        ...unless(
          told.retryAfterSeconds.every((one) => one >= 1 && one <= 60),
          'a wrong Retry-After',
        ),
      ],
    },
    {
      sentence: `${name}: the goodput is at least ${goodputShare} of the rate without overload`,
      failures: unless(goodput >= goodputShare * rate, `${goodput.toFixed(1)} of ${rate.toFixed(1)}`),
    },
    {
      sentence: `${name}: 10 s after the overload nothing is refused any more`,
      failures: unless(
        after.refused.length === 0,
        `${after.refused.length} refused: ${[...after.reasons].join(' ')}`,
      ),
    },
  ]
}

async function compare({ opened, told }: Run) {
  const database = await readDatabaseRows(opened.databaseUrl)
  const answer = await fetch(`${opened.system.simulator.url}/__double/log`)
  const { jobs } = (await answer.json()) as { jobs: ProviderJob[] }
  const jobsOf = Map.groupBy(jobs, ({ reference }) => reference)
  const counts = { lost: [], stalled: [], failed: [], traces: [], ledger: [] } as Record<
    'lost' | 'stalled' | 'failed' | 'traces' | 'ledger',
    string[]
  >
  for (const id of told.acknowledged) if (!database.media.has(id)) counts.lost.push(`${id} does not exist`)
  let asProvider = 0
  for (const media of database.media.values()) {
    const bought = jobsOf.get(media.id) ?? []
    const succeeded = bought.some(({ outcome }) => outcome === 'succeeded')
    if (media.status === 'completed' ? succeeded : media.status === 'failed' && !succeeded) asProvider++
    if (media.status === 'queued' || media.status === 'processing') counts.lost.push(`${media.id} is open`)
    if (media.status === 'failed' && succeeded) counts.failed.push(`${media.id} ${media.error_code}`)
    if (media.status !== 'stalled') continue
    const inTime = media.deadline_at.getTime() - LAST_CHECK_MS
    const isNeedless = bought.some(({ finishedAt }) => finishedAt !== null && finishedAt < inTime)
    if (isNeedless) counts.stalled.push(`${media.id} stalled, its provider had finished`)
    if (bought.length === 0) counts.stalled.push(`${media.id} stalled unsent`)
  }
  const refused = new Set(told.refused)
  for (const { id, client_ref } of database.media.values())
    if (client_ref && refused.has(client_ref)) counts.traces.push(`${id} of ${client_ref}`)
  const findings = createFindings(ledgerCounts)
  checkLedger(database, findings)
  counts.ledger.push(...findings.sentences(5))
  return { counts, ended: { share: database.media.size === 0 ? 0 : asProvider / database.media.size } }
}
