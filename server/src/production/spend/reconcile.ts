import { readMediaEntryPage } from '#access/credits'
import type { Db, Rows } from '#platform/db'
import { lowestId } from '#platform/ids'
import { type Bill, BillUnreadable, isSimulator, type Period } from '#platform/providers'
import { compareJobs } from './compare-jobs.ts'
import { boughtList, compareRows, type DoubtfulTry, doubtfulList, type RowsContext } from './compare-rows.ts'
import { compareSums, countTry, type Days } from './compare-sums.ts'
import type { Finding } from './finding.ts'
import { BILL_GRACE_MS, type BoughtTry } from './judge-bill.ts'
import { isGivenUp, isLeftOpen, isUnknown, judgeJob } from './judge-job.ts'
import { openSpill, type Spill } from './open-spill.ts'
import { type BookedJob, type BookedTry, countArchived, findKnownMedia, readJobs } from './read-jobs.ts'
import { countJob, newSummary, type ProviderSummary } from './summarize.ts'

/** A provider whose bill may be compared. */
export type BilledProvider = { name: string; offers: readonly string[]; openBill(period: Period): Bill }

export type SpendSources = {
  period: Period
  providers: readonly BilledProvider[]
  /** Live keys must not get simulated files. */
  isProduction: boolean
  /** For lists that do not fit into memory. */
  tempDir: string
  now?: Date
}

export type SpendReport = {
  period: Period
  providers: ProviderSummary[]
  /** Sentences about what was not compared. */
  leftOut: string[]
  /** How many findings there are. */
  count: number
  findings(): AsyncGenerator<Finding>
  /** Removes what is on disk. */
  close(): void
}

const DAY_MS = 86_400_000
const CLOCK_SLACK_MS = 600_000
const FINDINGS = 'findings'

/**
 * Sets tries, media, ledger and bills side by side: the jobs that were created in the period, whatever
 * belongs to them, and the lines of the bills in the period. Our own books are read at one moment, in
 * transactions that cannot write; the bills afterwards. Memory does not grow with the number of rows.
 */
export async function reconcile(db: Db, sources: SpendSources): Promise<SpendReport> {
  const { period, providers, tempDir, now = new Date() } = sources
  const spill = openSpill(tempDir)
  const report: SpendReport = {
    period,
    providers: [],
    leftOut: [],
    count: 0,
    findings: () => spill.readAll<Finding>(FINDINGS),
    close: () => spill.close(),
  }
  const books = newBooks(
    report,
    spill,
    providers.map((one) => openBook(one, period, now)),
  )
  try {
    await db.transaction((tx) => readBooks(tx, sources, books), { isSnapshot: true })
    for (const { book, summary } of books.each())
      await compareBill({ db, sources, books, now }, book, summary)
  } catch (error) {
    spill.close()
    throw error
  }
  report.providers = books.summaries()
  return report
}

type Book = BilledProvider & { bill: Bill; days: Days }

/** A line may come some time after its job. */
function openBook(provider: BilledProvider, { from, to }: Period, now: Date): Book {
  const late = Math.min(to.getTime() + BILL_GRACE_MS, Math.max(now.getTime(), to.getTime()))
  const bill = provider.openBill({ from: new Date(from.getTime() - CLOCK_SLACK_MS), to: new Date(late) })
  return { ...provider, bill, days: new Map() }
}

/** What is collected while the jobs are read. */
function newBooks(report: SpendReport, spill: Spill, all: Book[]) {
  const summaries = new Map<string, ProviderSummary>()
  const summaryOf = (provider: string): ProviderSummary => {
    const known = summaries.get(provider) ?? newSummary(provider)
    summaries.set(provider, known)
    return known
  }
  return {
    spill,
    summaryOf,
    summaries: () => [...summaries.values()].toSorted((a, b) => a.provider.localeCompare(b.provider)),
    find: (provider: string) => all.find(({ name }) => name === provider),
    each: () => all.map((book) => ({ book, summary: summaryOf(book.name) })),
    add: (finding: Finding) => {
      report.count++
      spill.add(FINDINGS, '', finding)
    },
    leaveOut: (sentence: string) => void report.leftOut.push(sentence),
  }
}

type Books = ReturnType<typeof newBooks>

async function readBooks(tx: Rows, { period, isProduction }: SpendSources, books: Books): Promise<void> {
  const by = { isSimulated: isSimulator, isProduction }
  // A job of the day before may have been sent, and billed, in the period.
  const earlier = { from: new Date(period.from.getTime() - DAY_MS), to: period.to }
  for await (const job of readJobs(tx, earlier)) {
    const isJudged = job.created_at >= period.from
    if (isJudged) {
      judgeJob(job, by, books.add)
      countJob(books.summaryOf, job)
    }
    for (const one of job.tries) noteTry(books, job, one, isJudged)
  }
  await findLostEntries(tx, period, books)
  const archived = await countArchived(tx, period)
  if (archived > 0)
    books.leaveOut(`${archived} jobs of the period are archived: their tries cannot be compared any more`)
}

/** Keeps what the bill of its provider is compared with. */
function noteTry({ spill, find }: Books, job: BookedJob, one: BookedTry, isJudged: boolean): void {
  const { provider, part, handle, state } = one
  const book = find(provider)
  if (!book || book.bill.kind === 'none') return
  const ids = { mediaId: job.id, try: one.try, part }
  // A second try with the same job is reported as such; its line belongs to the first.
  if (one.is_bound_before) return
  if (book.bill.kind === 'sums') countTry(book.days, job, one)
  else if (handle) {
    const bought: BoughtTry = {
      ...ids,
      provider,
      handle,
      startedAt: one.started_at.getTime(),
      reportedMicros: one.reported_cost_micros,
      expectedMicros: one.expected_cost_micros,
      isDelivered: isDelivered(job, one),
      isGivenUp: isGivenUp(job, one),
      isJudged,
    }
    spill.add(boughtList(provider), handle.jobId, bought)
  } else if (isJudged && state !== 'intent') {
    const doubtful: DoubtfulTry = { ...ids, state: isUnknown(job, one) ? 'unknown' : state }
    spill.add(doubtfulList(provider), job.id, doubtful)
  }
}

const isDelivered = (job: BookedJob, one: BookedTry): boolean =>
  job.status === 'completed' && one.error_class === null && !isLeftOpen(job, one) && !isGivenUp(job, one)

/** Charges and refunds of the period without a media. */
async function findLostEntries(tx: Rows, { from, to }: Period, { add }: Books): Promise<void> {
  const end = lowestId('transaction', to)
  for (let after = lowestId('transaction', from); ; ) {
    const page = await readMediaEntryPage(tx, after, end)
    const known = await findKnownMedia(
      tx,
      page.map(({ media_id }) => media_id),
    )
    for (const { id, media_id, kind, amount } of page.filter((entry) => !known.has(entry.media_id)))
      add({
        kind: 'charge_without_media',
        entryId: id,
        mediaId: media_id,
        ...(kind === 'charge' ? { chargedCredits: -amount } : { refundedCredits: amount }),
      })
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

type Comparison = { db: Db; sources: SpendSources; books: Books; now: Date }

async function compareBill(
  { db, sources: { period }, books, now }: Comparison,
  { name, offers, bill, days }: Book,
  summary: ProviderSummary,
): Promise<void> {
  const shared = { provider: name, period, now: now.getTime(), add: books.add }
  const context: RowsContext = { ...shared, db, spill: books.spill, leaveOut: books.leaveOut }
  const note = ({ rows, micros, others = 0 }: { rows: number; micros: number; others?: number }) => {
    summary.billedLines = rows
    summary.billedMicros = micros
    summary.otherMicros = others
  }
  try {
    if (bill.kind === 'none') books.leaveOut(`${name}: its bill was not compared: ${bill.why}`)
    if (bill.kind === 'rows') note(await compareRows(context, bill))
    if (bill.kind === 'jobs') note(await compareJobs(context, bill))
    if (bill.kind === 'sums') note(await compareSums({ ...shared, offers, days }, bill))
  } catch (error) {
    if (!(error instanceof BillUnreadable)) throw error
    books.leaveOut(`${name}: its bill was not compared: ${error.message}`)
  }
}
