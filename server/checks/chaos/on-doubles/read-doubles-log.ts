import { readFile } from 'node:fs/promises'
import { type Double, type DoubleLog, doubleNames } from '../../../harness/doubles/index.ts'
import type { ProviderJob, ProviderLog } from '../provider-log.ts'
import type { ChaosDoubles } from './open-doubles.ts'

type DoublesLog = Pick<ProviderLog, 'submits' | 'jobs' | 'counts'>

/** What all doubles recorded, in the form of the simulator's log. */
export async function readDoublesLog({ byName }: ChaosDoubles): Promise<DoublesLog> {
  const logs = await Promise.all(doubleNames.map((name) => readOne(name, byName[name])))
  const sum = (name: keyof ProviderLog['counts']) =>
    logs.reduce((total, { counts }) => total + counts[name], 0)
  return {
    submits: logs.flatMap(({ submits }) => submits),
    jobs: logs.flatMap(({ jobs }) => jobs),
    counts: {
      posts: sum('posts'),
      accepted: sum('accepted'),
      refused: sum('refused'),
      lostReplies: sum('lostReplies'),
      cutDownloads: sum('cutDownloads'),
      downloads: sum('downloads'),
      callbacksSent: sum('callbacksSent'),
    },
  }
}

async function readOne(provider: string, double: Double): Promise<DoublesLog> {
  const [log, bill, journal] = await Promise.all([double.log(), double.bill(), readJournal(double)])
  const costs = new Map(bill.entries.map(({ taskId, microUsd }) => [taskId, microUsd]))
  return {
    submits: log.submits.map((submit) => ({
      ...submit,
      provider,
      ...readReference(provider, submit.reference),
    })),
    jobs: log.jobs.map((job): ProviderJob => {
      const { acceptedAt, finishedAt, jobId, model } = job
      return {
        ...{ provider, jobId, model, acceptedAt, finishedAt, ...readReference(provider, job.reference) },
        kind: job.kind as ProviderJob['kind'],
        references: job.references,
        outcome: job.outcome === 'succeeded' || job.outcome === null ? job.outcome : 'failed',
        files: journal.files.get(jobId) ?? 0,
        announcedAt: journal.announcedAt.get(jobId) ?? null,
        costMicros: costs.get(jobId) ?? 0,
      }
    }),
    counts: log.counts as ProviderLog['counts'],
  }
}

/**
 * Each provider is told the id of the media in its own way, with the part behind it. fal makes all files of
 * an order in one request, which it is told as its part 1.
 */
function readReference(provider: string, text: DoubleLog['jobs'][number]['reference']) {
  const [reference = '', part = '0'] = (text ?? '').split(/[-/]/)
  return { reference, part: provider === 'fal' ? 0 : Number(part) }
}

type Task = { id: string; n: number; faults: { fault: string; with: Record<string, unknown> }[] }
type Event = { kind: string; at: number; task?: Task; taskId?: string; delivered?: boolean }

/** What the log does not tell: how many files each task gives, and when its first callback was taken. */
async function readJournal({ journalFile }: Double) {
  const files = new Map<string, number>()
  const announcedAt = new Map<string, number>()
  const lines = (await readFile(journalFile, 'utf8')).split('\n').filter(Boolean)
  for (const line of lines) {
    const { kind, at, task, taskId, delivered } = JSON.parse(line) as Event
    if (kind === 'accepted' && task) files.set(task.id, countFiles(task))
    if (kind === 'called back' && delivered && taskId && !announcedAt.has(taskId)) announcedAt.set(taskId, at)
  }
  return { files, announcedAt }
}

function countFiles({ n, faults }: Task): number {
  if (faults.some(({ fault }) => fault === 'fail')) return 0
  const fewer = faults.find(({ fault }) => fault === 'files')
  return fewer ? Number(fewer.with.count ?? 0) : n
}
