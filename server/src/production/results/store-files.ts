import { createHash } from 'node:crypto'
import type { App } from '#platform/app'
import {
  inspectImage,
  inspectVideo,
  readOriginMark,
  UnusablePicture,
  VIDEOS_AT_ONCE,
} from '#platform/imaging'
import type { FileSource } from '#platform/providers'
import { type Downloaded, downloadFile, UnusableFile } from './download-file.ts'
import { limitByDeadline } from './limit-by-deadline.ts'

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

type Job = { id: string; kind: 'image' | 'video'; leftMs: number }
/** `name` is the start of the object keys of one file. */
type ResultName = { name: string; kind: 'image' | 'video' }

/**
 * Downloads, checks and stores every file of a finished job. Idempotent: the same bytes get the same key. A
 * file whose URL is not at `origin`, where the provider hosts its files, is refused.
 */
export const storeFiles = (
  app: App,
  { id, kind, leftMs }: Job,
  sources: FileSource[],
  origin: string,
): Promise<ResultFile[]> => {
  const deadlineAt = performance.now() + leftMs
  return Promise.all(
    sources.map(({ url }, index) =>
      limits[kind].run(deadlineAt, () =>
        storeWithRetries(app, { name: `${id}/${index}`, kind }, url, origin),
      ),
    ),
  )
}

async function storeWithRetries(
  app: App,
  result: ResultName,
  url: string,
  origin: string,
): Promise<ResultFile> {
  if (new URL(url).origin !== origin) {
    throw new UnusableFile('the file is not where the provider keeps its files')
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadAndStore(app, result, url)
    } catch (error) {
      if (error instanceof UnusableFile) throw error
      if (attempt < ATTEMPTS_MAX) continue
      throw error instanceof UnusablePicture ? new UnusableFile(error.message, { cause: error }) : error
    }
  }
}

async function downloadAndStore(app: App, result: ResultName, url: string): Promise<ResultFile> {
  // The programs that inspect a video read it from disk.
  const file = await downloadFile(
    url,
    app.config.tempDir,
    result.kind === 'video' ? 'disk' : 'memory-or-disk',
  )
  try {
    const stored = await inspectAndStore(app, result, file)
    if (result.kind === 'video') storedVideos++
    return stored
  } finally {
    await file.discard()
  }
}

async function inspectAndStore(app: App, { name, kind }: ResultName, file: Downloaded): Promise<ResultFile> {
  const { source, sizeBytes, sha256, md5 } = file
  const content = 'path' in source ? source.path : source.bytes
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
