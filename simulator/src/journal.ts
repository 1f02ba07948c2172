import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from './view-job.ts'

type Entry =
  | { kind: 'accepted' | 'lost'; at: number; job: Job }
  | { kind: 'refused' | 'invalid'; at: number; reference: string | null }
  | { kind: 'download'; file: string; cut: boolean }
  | { kind: 'callback'; jobId: string; delivered: boolean }

interface Submit {
  reference: string | null
  jobId: string | null
  outcome: 'accepted' | 'refused' | 'invalid' | 'lost'
  at: number
  /** Counts the submits of one reference, from 1; absent when the caller gave no valid reference. */
  try?: number
}

/**
 * An append-only file of events. The state in memory is the result of applying the lines in order, with the
 * same function at run time and at start, so a killed process recovers its full state. A line is written to
 * the operating system before the response is sent. That survives kill -9 (not a power failure, which no test
 * here causes), and costs about ten microseconds instead of a disk flush.
 */
export interface Journal {
  append(entry: Entry): void
  readonly jobs: ReadonlyMap<string, Job>
  jobsOf(reference: string): readonly Job[]
  readonly submits: readonly Submit[]
  readonly counts: Readonly<Counts>
  /** How often a file, named `jobId/index`, was downloaded, including downloads that were cut. */
  downloadsOf(file: string): number
  isCalledBack(jobId: string): boolean
}

interface Counts {
  posts: number
  /** Includes the jobs whose reply was lost: the simulator accepted them and runs them. */
  accepted: number
  refused: number
  lostReplies: number
  cutDownloads: number
  downloads: number
  callbacksSent: number
}

export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  const state = createState()
  const completeBytes = readLines(path, state.apply)
  const file = openSync(path, 'a')
  // An incomplete last line was never acknowledged; the next line must not be appended to it.
  ftruncateSync(file, completeBytes)
  return {
    ...state,
    append(entry) {
      appendFileSync(file, `${JSON.stringify(entry)}\n`)
      state.apply(entry)
    },
  }
}

const ZERO_COUNTS: Counts = {
  posts: 0,
  accepted: 0,
  refused: 0,
  lostReplies: 0,
  cutDownloads: 0,
  downloads: 0,
  callbacksSent: 0,
}

function createState() {
  const jobs = new Map<string, Job>()
  const byReference = new Map<string, Job[]>()
  const tries = new Map<string, number>()
  const downloads = new Map<string, number>()
  const calledBack = new Set<string>()
  const submits: Submit[] = []
  const counts: Counts = { ...ZERO_COUNTS }
  const applySubmit = (
    outcome: Submit['outcome'],
    at: number,
    reference: string | null,
    jobId: string | null,
  ) => {
    counts.posts++
    const submit: Submit = { reference, jobId, outcome, at }
    if (reference !== null) {
      submit.try = (tries.get(reference) ?? 0) + 1
      tries.set(reference, submit.try)
    }
    submits.push(submit)
  }
  const apply = (entry: Entry) => {
    switch (entry.kind) {
      case 'accepted':
      case 'lost': {
        // Lines written before videos existed lack both fields.
        const job: Job = Object.assign({ kind: 'image', references: [] }, entry.job)
        applySubmit(entry.kind, entry.at, job.reference, job.id)
        counts.accepted++
        if (entry.kind === 'lost') counts.lostReplies++
        jobs.set(job.id, job)
        const same = byReference.get(job.reference)
        if (same) same.push(job)
        else byReference.set(job.reference, [job])
        return
      }
      case 'refused':
      case 'invalid':
        applySubmit(entry.kind, entry.at, entry.reference, null)
        if (entry.kind === 'refused') counts.refused++
        return
      case 'download':
        counts.downloads++
        if (entry.cut) counts.cutDownloads++
        downloads.set(entry.file, (downloads.get(entry.file) ?? 0) + 1)
        return
      case 'callback':
        if (entry.delivered) counts.callbacksSent++
        calledBack.add(entry.jobId)
        return
      default:
        entry satisfies never
    }
  }
  return {
    apply,
    jobs,
    submits,
    counts,
    jobsOf: (reference: string): readonly Job[] => byReference.get(reference) ?? [],
    downloadsOf: (file: string) => downloads.get(file) ?? 0,
    isCalledBack: (jobId: string) => calledBack.has(jobId),
  }
}

const READ_BYTES = 1 << 20
const NEWLINE = 10

/** Returns the length of all complete lines in bytes. Reads in chunks: load tests make the file large. */
function readLines(path: string, apply: (entry: Entry) => void): number {
  const file = openSync(path, 'a+')
  const chunk = Buffer.alloc(READ_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  let completeBytes = 0
  let torn = false
  try {
    for (let at = 0; ; ) {
      const bytesRead = readSync(file, chunk, 0, READ_BYTES, at)
      if (bytesRead === 0) return completeBytes
      at += bytesRead
      const text: Buffer = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      let from = 0
      for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, from)) {
        // A crash can only break the last line; a broken line before others is damage to report.
        if (torn)
          throw new Error(
            `${path} is damaged at byte ${completeBytes}; move it away to start with an empty journal.`,
          )
        const entry = parseEntry(text.toString('utf8', from, end))
        if (entry) apply(entry)
        else torn = true
        if (!torn) completeBytes += end + 1 - from
        from = end + 1
      }
      rest = text.subarray(from)
    }
  } finally {
    closeSync(file)
  }
}

function parseEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
