import sharp from 'sharp'
import type { DatabaseRows, MediaRow } from '../../harness/audit/index.ts'
import { runParallel } from '../../harness/driver/index.ts'
import { checkVideo } from './check-video.ts'
import type { Findings } from './count-names.ts'
import { expect, expectBytes, sha256 } from './expect.ts'
import { knowsJob, triesOf } from './find-tries.ts'
import { newOrigins, type Origins } from './on-doubles/new-origins.ts'
import type { Storage } from './open-storage.ts'
import { filesGiven, type ProviderJob, type ProviderLog, SIMULATOR } from './provider-log.ts'

/** Few at the same time: the check must not load the machine. */
const PARALLEL = 6

/** How many are also fetched from the public address and from the provider. */
const SAMPLE = 80
const THUMBNAIL_SIDE = 512
const PROVIDER_TRIES = 4

export type Sources = { storage: Storage; baseUrl: string; simulatorUrl: string }

/** Reads every stored file and decodes every pixel. Returns how many were read. */
export async function checkFiles(
  database: DatabaseRows,
  log: ProviderLog,
  sources: Sources,
  findings: Findings,
): Promise<number> {
  const made = [...database.media.values()].filter((media) => media.status === 'completed')
  const jobsOf = Map.groupBy(log.jobs, (job) => job.reference)
  for (const media of made) checkNumber(media, database, jobsOf.get(media.id) ?? [], findings)
  const completed = made.filter((media) => !media.erased_at)
  const ofSimulator = log.jobs.filter(({ provider }) => provider === SIMULATOR)
  const jobOf = new Map(ofSimulator.map(({ reference, jobId }) => [reference, jobId]))
  const origins = newOrigins(log)
  const sampleEvery = Math.max(1, Math.floor(completed.length / SAMPLE))
  const { read } = sources.storage
  await runParallel(PARALLEL, completed, async (media, i) => {
    try {
      await checkFile(media, await read(media.object_key as string), origins)
      await checkThumbnail(media, await read(media.thumbnail_key as string))
      if (i % sampleEvery === 0) await checkElsewhere(media, sources, jobOf)
    } catch (error) {
      findings.add('corruptFiles', media.id, `${media.id}: ${(error as Error).message}`)
    }
  })
  return completed.length
}

/** A job is completed with as many files as its provider gave, in all parts that we know of. */
function checkNumber(
  media: MediaRow,
  database: DatabaseRows,
  jobsOf: ProviderJob[],
  findings: Findings,
): void {
  if (media.parent_id !== null) return
  const files = 1 + (database.siblings.get(media.id)?.length ?? 0)
  const known = jobsOf
    .filter(({ outcome }) => outcome === 'succeeded')
    .filter((job) => triesOf(database, job).some((row) => knowsJob(row, job)))
  const given = known.reduce((sum, job) => sum + filesGiven(job, media.n), 0)
  if (known.length === 0)
    findings.add('corruptFiles', media.id, `${media.id} is completed, but no provider made it`)
  if (files !== given)
    findings.add('corruptFiles', media.id, `${media.id} has ${files} of ${given} files given`)
}

async function checkFile(media: MediaRow, bytes: Buffer, origins: Origins): Promise<void> {
  expectBytes(bytes, media)
  origins.check(media, bytes)
  return media.kind === 'video' ? checkVideo(media, bytes) : checkImage(media, bytes)
}

async function checkImage(media: MediaRow, bytes: Buffer): Promise<void> {
  const { format } = await sharp(bytes).metadata()
  expect(format === 'png' && media.content_type === 'image/png', `a ${format} as ${media.content_type}`)
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const [across, down] = (media.size ?? '').split(':').map(Number) as [number, number]
  const ratio = info.width / info.height / (across / down)
  expect(Math.abs(ratio - 1) < 0.01, `${info.width} x ${info.height} is not ${media.size}`)
  expect(info.width === media.width && info.height === media.height, 'other sides than the row says')
}

async function checkThumbnail(media: MediaRow, bytes: Buffer): Promise<void> {
  expect(bytes.length === media.thumbnail_bytes, `thumbnail of ${bytes.length}, not ${media.thumbnail_bytes}`)
  const { format } = await sharp(bytes).metadata()
  expect(format === 'jpeg', `the thumbnail is a ${format}`)
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(
    Math.max(info.width, info.height) === THUMBNAIL_SIDE,
    `a thumbnail of ${info.width} x ${info.height}`,
  )
}

/** The public address and the provider must give the same bytes. */
async function checkElsewhere(media: MediaRow, sources: Sources, jobOf: Map<string, string>) {
  const hash = media.sha256?.toString('hex')
  const ending = media.kind === 'video' ? 'mp4' : 'png'
  const shown = await download(`${sources.baseUrl}/api/photos/serve/generated/${media.id}.${ending}`)
  expect(sha256(shown) === hash, 'the public address gives other bytes')
  const small = await download(`${sources.baseUrl}/api/photos/serve/thumbnails/${media.id}.jpg`)
  expect(small.length === media.thumbnail_bytes, 'the public address gives another thumbnail')
  const jobId = jobOf.get(media.parent_id ?? media.id)
  // A double names the task and the number in the file itself.
  if (jobId === undefined) return
  // The simulator cuts these downloads as often as the service's.
  const index = /\/(\d)-[0-9a-f]{64}\.\w+$/.exec(media.object_key ?? '')?.[1]
  for (let tries = 1; ; tries++) {
    try {
      const made = await download(`${sources.simulatorUrl}/v1/files/${jobId}/${index}.${ending}`)
      return expect(sha256(made) === hash, 'not the bytes that the provider made')
    } catch (error) {
      if (tries === PROVIDER_TRIES || !/terminated|fetch failed/.test((error as Error).message)) throw error
    }
  }
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
