import type { DatabaseRows, MediaRow } from '../../harness/audit/index.ts'
import { countUnresolved } from './check-submits.ts'
import type { CountName } from './count-names.ts'
import { countLost } from './on-doubles/check-bills.ts'
import type { ProviderLog } from './provider-log.ts'
import type { Run } from './run.ts'

export type Report = { [Name in CountName]: number } & {
  seed: number
  passed: boolean
  unchecked: string[]
  findings: string[]
  [figure: string]: unknown
}

export type Judged = Run & {
  database: DatabaseRows
  log: ProviderLog
  filesRead: number
  photosRead: number
  seconds: number
}

const FINDINGS_PER_COUNT = 5
/** With this many jobs every rare event happens. */
const LARGE_RUN_JOBS = 200

/** All figures of a run as one object: what happened, and the counts that must be zero. */
export function writeReport(judged: Judged): Report {
  const { plan, clientLog, damage, findings, watch, database, log } = judged
  const jobs = [...database.media.values()].filter((media) => media.parent_id === null)
  const ended = (status: MediaRow['status']) => jobs.filter((media) => media.status === status)
  const acknowledged = new Set(
    clientLog.answers.filter((answer) => answer.kind === 'acknowledged').map((answer) => answer.id),
  )
  const counts = findings.counts()
  const rare = countRare(judged, jobs)
  const unchecked = [...listUnchecked(judged), ...listMissing(judged, rare)]
  const passed = unchecked.length === 0 && Object.values(counts).every((count) => count === 0)
  return {
    seed: plan.seed,
    passed,
    jobs: plan.submits.length,
    acknowledged: acknowledged.size,
    completed: ended('completed').length,
    failed: ended('failed').length,
    stalled: ended('stalled').length,
    stalledThatWereNotHung: ended('stalled').filter((media) => media.model !== 'simulator/hang').length,
    stalledUnsent: ended('stalled').filter((media) => !database.submitsOf.has(media.id)).length,
    refusedAfterAcknowledge: jobs.filter((media) => isRefusedLate(media, acknowledged, database)).length,
    ...rare,
    files: judged.filesRead,
    photos: judged.photosRead,
    entries: database.entries.length,
    kills: damage.kills,
    restarts: countBy(damage.restarts.map(({ target }) => target)),
    wipes: damage.wipes,
    provider: {
      posts: log.counts.posts,
      accepted: log.counts.accepted,
      refused: log.counts.refused,
      lostReplies: log.counts.lostReplies,
      downloads: log.counts.downloads,
      cutDownloads: log.counts.cutDownloads,
      callbacks: log.counts.callbacksSent,
      neverFoundAgain: countUnresolved(database, log),
    },
    ...(judged.doubles && { lostPurchases: countLost(database, log), jobsAt: countJobs(log) }),
    answers: countBy(
      clientLog.answers.map((answer) => describeAnswer(answer.status, answer.code, answer.replayed)),
    ),
    polls: clientLog.polled.length,
    databaseChecks: watch.checks,
    databaseChecksSkipped: watch.skipped,
    ...counts,
    raised: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    unchecked,
    findings: findings.sentences(FINDINGS_PER_COUNT),
    secondsHeld: Math.round(judged.clock.heldMs / 1_000),
    seconds: Math.round(judged.seconds),
  }
}

const countJobs = ({ jobs }: ProviderLog) => countBy(jobs.map(({ provider }) => provider))

/** A run that could not check everything proves nothing, even if its counts are zero. */
function listUnchecked({ plan, clientLog, damage, watch, database, filesRead }: Judged): string[] {
  const wrong = [...damage.failures]
  if (clientLog.unanswered.length > 0)
    wrong.push(`${clientLog.unanswered.length} submits got no final answer`)
  if (watch.checks < 2) wrong.push('the database was never read during the run')
  const refs = new Set([...database.media.values()].map((media) => media.client_ref))
  const unseen = plan.submits.filter((submit) => !refs.has(submit.clientRef)).length
  if (unseen > 0) wrong.push(`${unseen} submits left no row`)
  const silent = [...clientLog.attached, ...clientLog.cancelled, ...clientLog.erased].filter(
    ({ status }) => status === 0,
  ).length
  if (silent > 0) wrong.push(`${silent} attachments, cancellations or erasures never got an answer`)
  if (filesRead === 0) wrong.push('there was no file to read')
  const killed = Object.values(damage.kills).reduce((sum, count) => sum + count, damage.restarts.length)
  if (killed !== plan.kills.length) wrong.push(`${killed} of ${plan.kills.length} kills happened`)
  return wrong
}

type Rare = ReturnType<typeof countRare>

/** A large run in which one of these never happened proves nothing about it. */
function listMissing({ plan }: Judged, rare: Rare): string[] {
  if (plan.submits.length < LARGE_RUN_JOBS) return []
  const { videosCompleted, unusableReferences, attachments, cancelled, erasures } = rare
  const must = { videosCompleted, unusableReferences, attachments, cancelled, erasures }
  return Object.entries(must).flatMap(([what, times]) => (times === 0 ? `there were no ${what}` : []))
}

function countRare({ clientLog, database }: Judged, jobs: MediaRow[]) {
  const completed = jobs.filter((media) => media.status === 'completed')
  const failedBy = (code: string) => jobs.filter((media) => media.error_code === code).length
  return {
    videos: jobs.filter((media) => media.kind === 'video').length,
    videosCompleted: completed.filter((media) => media.kind === 'video').length,
    withReferences: jobs.filter((media) => media.inputs.length > 0).length,
    unusableReferences: failedBy('reference_unusable'),
    attachments: database.attachments.length,
    attachAnswers: countBy(clientLog.attached.map(({ status, code }) => describeAnswer(status, code, false))),
    erasures: database.erasures.length,
    erasedMedia: [...database.media.values()].filter(({ erased_at }) => erased_at).length,
    cancelled: failedBy('cancelled'),
    cancelAnswers: countBy(
      clientLog.cancelled.map(({ status, code }) => describeAnswer(status, code, false)),
    ),
  }
}

/**
 * Acknowledged and then failed because the provider refused it: allowed, but worth a figure.
 */
function isRefusedLate(
  media: MediaRow,
  acknowledged: Set<string | undefined>,
  database: DatabaseRows,
): boolean {
  const last = database.submitsOf.get(media.id)?.at(-1)
  const refused = media.status === 'failed' && last?.state === 'refused'
  return refused && acknowledged.has(media.id) && media.model !== 'simulator/refuse'
}

function describeAnswer(status: number, code: string | undefined, replayed: boolean): string {
  if (status === 0) return 'none'
  return `${status}${replayed ? ' replayed' : ''}${code ? ` ${code}` : ''}`
}

function countBy(words: string[]): Record<string, number> {
  const groups = [...Map.groupBy(words, (word) => word)].sort(([a], [b]) => a.localeCompare(b))
  return Object.fromEntries(groups.map(([word, all]) => [word, all.length]))
}
