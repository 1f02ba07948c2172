import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenSystem } from '../../harness/driver/index.ts'

/** What the provider recorded: the other side of every submit. */
export type ProviderLog = {
  submits: { reference: string | null; jobId: string | null; outcome: string; at: number }[]
  jobs: ProviderJob[]
  /** The addresses of the reference pictures of a job, by its id. */
  referenceUrls: Map<string, string[]>
  counts: {
    posts: number
    accepted: number
    refused: number
    lostReplies: number
    cutDownloads: number
    downloads: number
    callbacksSent: number
  }
}

export type ProviderJob = {
  jobId: string
  reference: string
  model: string
  kind: 'image' | 'video'
  /** How many reference pictures it got. */
  references: number
  acceptedAt: number
  finishedAt: number | null
  outcome: 'succeeded' | 'failed' | null
}

export async function readProviderLog({ system, dir }: OpenSystem): Promise<ProviderLog> {
  const answer = await fetch(`${system.simulator.url}/__double/log`, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`the provider's log answered ${answer.status}`)
  const log = (await answer.json()) as Omit<ProviderLog, 'referenceUrls'>
  return { ...log, referenceUrls: await readReferenceUrls(join(dir, 'simulator', 'data', 'journal.jsonl')) }
}

type Line = { kind: string; job?: { id: string; references: { url: string }[] } }

async function readReferenceUrls(journal: string): Promise<Map<string, string[]>> {
  const lines = (await readFile(journal, 'utf8')).split('\n').filter(Boolean)
  const jobs = lines.map((line) => (JSON.parse(line) as Line).job).filter((job) => job !== undefined)
  return new Map(jobs.map((job) => [job.id, job.references.map(({ url }) => url)]))
}

/** How many files the provider gives for a job that succeeds. */
export const filesGiven = (model: string, n: number): number =>
  model === 'simulator/partial' ? Math.floor(n / 2) : n
