import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#platform/app'
import type { Handle, Provider, SubmitResponse } from '#platform/providers'
import { type MadeFile, type ResultFile, type Stored, storeFiles } from '#production/results'
import { KEEP_FILES_MS, RUN_GRACE_MS, STORE_RETRY_MS } from '#production/timing'
import { type Claim, type ClaimedTry, recordAnswered, recordSurely } from '#production/tries'

/** A finished job, or what is finished of it. */
export type Finished = {
  /** Stored already, with the answer to the submit. */
  kept: PlacedFile[]
  files: MadeFile[]
  /** Asks the provider once more for all files that it made. `isWhole`: it answered for every part. */
  readFiles(): Promise<{ files: MadeFile[]; isWhole: boolean }>
  /** Parts that were done before are not among `files`. */
  isComplete: boolean
}

export type PlacedFile = { index: number; file: ResultFile }
type Taking = {
  app: App
  job: { id: string; kind: 'image' | 'video'; leftMs: number }
  provider: string
  parts: Finished
  /** Parts that the provider does not tell of are not waited for any longer. */
  isLast: boolean
}

/** The files that are stored now, in their order, and why the others are not. */
export type TakenFiles = {
  files: ResultFile[]
  /** They could not be had or stored now. */
  mayComeLater: boolean
  /** They are not there, or not whole. That is so for a moment, or for good. */
  mayAppear: boolean
  isExpired: boolean
  errors: unknown[]
}

/** Stores the files of a finished job. If an address has expired, the provider is asked for another, once. */
export async function takeFiles({ app, job, provider: name, parts, isLast }: Taking): Promise<TakenFiles> {
  const provider = app.providers.findByName(name)
  const read = parts.isComplete ? { files: parts.files, isWhole: true } : await parts.readFiles()
  if (read.isWhole && read.files.length === 0) return summarize(parts.kept, [])
  // What there is would be stored again with the rest, so it waits for it.
  if (!provider || (!read.isWhole && !isLast)) return { ...summarize(parts.kept, []), mayComeLater: true }
  const first = await storeFiles(app, job, read.files, provider)
  const expired = first.filter(({ kind }) => kind === 'expired').map(({ index }) => index)
  if (expired.length === 0) return summarize(parts.kept, first)
  const fresh = await parts.readFiles()
  const again = fresh.files.filter(({ index }) => expired.includes(index))
  const isAskedAgain = ({ index }: Stored) => again.some((one) => one.index === index)
  const others = first.filter((one) => one.kind !== 'expired' || !isAskedAgain(one))
  const taken = summarize(parts.kept, [...others, ...(await storeFiles(app, job, again, provider))])
  return { ...taken, mayComeLater: taken.mayComeLater || !fresh.isWhole }
}

const summarize = (kept: PlacedFile[], results: Stored[]): TakenFiles => ({
  files: [...kept, ...results.filter((one) => one.kind === 'stored')]
    .toSorted((a, b) => a.index - b.index)
    .map(({ file }) => file),
  mayComeLater: results.some(({ kind }) => kind === 'failed'),
  mayAppear: results.some(({ kind }) => kind === 'expired' || kind === 'broken'),
  isExpired: results.some(({ kind }) => kind === 'expired'),
  errors: results.flatMap((one) => (one.kind === 'stored' ? [] : [one.error])),
})

type Kept = {
  app: App
  claim: Claim
  provider: Provider
  one: ClaimedTry
  answer: Extract<SubmitResponse, { kind: 'finished' }>
  /** How many files this part was to have. */
  ordered: number
}

/**
 * Stores the files that came as the answer to a submit, before it is recorded: they exist nowhere else. What
 * is stored becomes the handle of the try, so that any later step can complete the job with it.
 */
export async function keepFiles(kept: Kept): Promise<Handle> {
  const { app, claim, one, answer } = kept
  const { id } = claim
  try {
    await recordSurely(() => recordAnswered(app.db, id, one.try), KEEP_FILES_MS)
    const results = await storeKept(kept)
    const stored = results.flatMap((result) => (result.kind === 'stored' ? [toJson(result)] : []))
    const made = answer.files.length
    return { jobId: stored[0]?.file.objectKey ?? `${id}/${one.try}`, stored, made }
  } finally {
    await Promise.all(answer.files.map((file) => file.kind === 'stream' && file.discard?.()))
    await answer.discard?.()
  }
}

async function storeKept({ app, claim, provider, one, answer, ordered }: Kept): Promise<Stored[]> {
  const { id, kind, left_ms: leftMs } = claim
  const first = one.part * provider.filesPerJob
  const files = answer.files.slice(0, ordered).map((source, i) => ({ index: first + i, source }))
  const until = performance.now() + KEEP_FILES_MS - RUN_GRACE_MS
  const job = { id, kind, leftMs, endAt: until }
  let results = await storeFiles(app, job, files, provider)
  while (results.some((result) => result.kind === 'failed') && performance.now() < until) {
    await sleep(STORE_RETRY_MS)
    const failed = results.filter((result) => result.kind === 'failed').map(({ index }) => index)
    const others = results.filter((result) => result.kind !== 'failed')
    const again = files.filter(({ index }) => failed.includes(index))
    results = [...others, ...(await storeFiles(app, job, again, provider))]
  }
  return results
}

/** A stored file with its number, as JSON. */
type KeptFile = { index: number; file: Omit<ResultFile, 'sha256' | 'md5'> & { sha256: string; md5: string } }

const toJson = ({ index, file }: PlacedFile): KeptFile => ({
  index,
  file: { ...file, sha256: file.sha256.toString('hex'), md5: file.md5.toString('hex') },
})

/** The files that were stored with the answer to the submit; undefined when the provider has to be asked. */
export function readKept({ stored }: Handle): PlacedFile[] | undefined {
  return (stored as KeptFile[] | undefined)?.map(({ index, file }) => ({
    index,
    file: { ...file, sha256: Buffer.from(file.sha256, 'hex'), md5: Buffer.from(file.md5, 'hex') },
  }))
}
