import { createHash } from 'node:crypto'
import type { App } from '#platform/app'
import {
  inspectImage,
  inspectVideo,
  readOriginMark,
  UnusablePicture,
  VIDEOS_AT_ONCE,
} from '#platform/imaging'
import type { FileHosts, FileSource } from '#platform/providers'
import { downloadFile } from './download-file.ts'
import { limitByDeadline } from './limit-by-deadline.ts'
import { ExpiredFile, UnusableFile } from './open-address.ts'
import type { Downloaded } from './open-spool.ts'

const ATTEMPTS_MAX = 3
/**
 * More concurrent files only slow each other down, and under load delay all of them. A video takes ten times
 * as long as an image, so videos have turns of their own: in one queue, a few of them would hold up every
 * image. While some are inspected, another one is downloaded.
 */
const limits = { image: limitByDeadline(8), video: limitByDeadline(VIDEOS_AT_ONCE + 1) }

/** How many finished files wait for their turn, and how many videos this process has stored. */
export const readStoring = () => ({
  waiting: limits.image.waiting + limits.video.waiting,
  waitingVideos: limits.video.waiting,
  storedVideos,
})
let storedVideos = 0

/** A stored and checked file, with the values for the row of its media. */
export type ResultFile = {
  objectKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  md5: Buffer
  width: number
  height: number
  codec: string | null
  originMark: boolean | null
  thumbnailKey: string
  thumbnailBytes: number
}

/** A file that a provider made: its number among all files of the job, and where it is. */
export type MadeFile = { index: number; source: FileSource }

/** It is no whole picture or video. */
class BrokenFile extends UnusableFile {}

/** The scanner did not say. It is asked later: three times at once would take the turn of other files. */
class NotScanned extends Error {}

/**
 * What became of one file. `expired`: its address is not valid, any more or yet. `broken`: it is not whole,
 * for good or yet. `unusable`: no retry can help. `failed`: it may be stored later.
 */
export type Stored =
  | { index: number; kind: 'stored'; file: ResultFile }
  | { index: number; kind: 'expired' | 'broken' | 'unusable' | 'failed'; error: unknown }

/** `endAt`, by `performance.now()`: a file that is scanned later than that comes too late. */
type Job = { id: string; kind: 'image' | 'video'; leftMs: number; endAt?: number }
/** `name` is the start of the object keys of one file. */
type ResultName = { name: string; kind: 'image' | 'video'; endAt: number }

/**
 * Downloads, checks and stores the files of a finished job, each for itself. Idempotent: the same bytes get
 * the same key. A file that is not at `hosts` is refused.
 */
export const storeFiles = (
  app: App,
  { id, kind, leftMs, endAt = Infinity }: Job,
  files: MadeFile[],
  hosts: FileHosts,
): Promise<Stored[]> => {
  const deadlineAt = performance.now() + leftMs
  const storeOne = async ({ index, source }: MadeFile): Promise<Stored> => {
    const result = { name: `${id}/${index}`, kind, endAt }
    try {
      const store = () => storeWithRetries(app, result, source, hosts)
      return { index, kind: 'stored', file: await limits[kind].run(deadlineAt, store) }
    } catch (error) {
      return { index, kind: kindOf(error), error }
    }
  }
  return Promise.all(files.map(storeOne))
}

function kindOf(error: unknown) {
  if (error instanceof ExpiredFile) return 'expired'
  if (error instanceof BrokenFile) return 'broken'
  return error instanceof UnusableFile ? 'unusable' : 'failed'
}

async function storeWithRetries(
  app: App,
  result: ResultName,
  source: FileSource,
  hosts: FileHosts,
): Promise<ResultFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadAndStore(app, result, source, hosts)
    } catch (error) {
      if (error instanceof UnusableFile || error instanceof NotScanned) throw error
      if (attempt < ATTEMPTS_MAX) continue
      throw error instanceof UnusablePicture ? new BrokenFile(error.message, { cause: error }) : error
    }
  }
}

async function downloadAndStore(
  app: App,
  result: ResultName,
  source: FileSource,
  hosts: FileHosts,
): Promise<ResultFile> {
  // The programs that inspect a video read it from disk.
  const spoolTo = result.kind === 'video' ? 'disk' : 'memory-or-disk'
  const file = await downloadFile(source, { app, hosts, spoolTo })
  try {
    const stored = await inspectAndStore(app, result, file)
    if (result.kind === 'video') storedVideos++
    return stored
  } finally {
    await file.discard()
  }
}

/** Throws for a file in which the scanner finds something, and while it does not say. */
async function scan({ scanner }: App, { endAt }: ResultName, { source }: Downloaded): Promise<void> {
  const malice = await scanner?.scan(source, endAt - performance.now()).catch((error) => {
    throw new NotScanned(error.message, { cause: error })
  })
  if (malice !== undefined) throw new UnusableFile(`the scanner found ${malice}`)
}

async function inspectAndStore(app: App, result: ResultName, file: Downloaded): Promise<ResultFile> {
  const { name, kind } = result
  const { source, sizeBytes, sha256, md5 } = file
  const content = 'path' in source ? source.path : source.bytes
  await scan(app, result, file)
  const inspected =
    kind === 'video'
      ? await inspectVideo(content as string)
      : { ...(await inspectImage(content)), codec: null }
  const { contentType, extension, width, height, codec, thumbnail } = inspected
  const originMark = await readOriginMark(content, contentType)
  const thumbnailSha256 = createHash('sha256').update(thumbnail).digest()
  const objectKey = `generated/${name}-${sha256.toString('hex')}.${extension}`
  const thumbnailKey = `thumbnails/${name}-${thumbnailSha256.toString('hex')}.jpg`
  await Promise.all([
    app.storage.put(objectKey, source, { contentType, sha256 }),
    app.storage.put(
      thumbnailKey,
      { bytes: thumbnail },
      { contentType: 'image/jpeg', sha256: thumbnailSha256 },
    ),
  ])
  const thumbnailBytes = thumbnail.length
  const properties = { contentType, sizeBytes, sha256, md5, width, height, codec, originMark }
  return { ...properties, objectKey, thumbnailKey, thumbnailBytes }
}
