import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { App } from '#platform/app'
import { findOriginMark, inspectImage, inspectVideo, UnusablePicture } from '#platform/imaging'
import { type Downloaded, downloadFile, UnusableFile } from './download-file.ts'

const TRIES = 3
/** Beyond this more at once only makes each slower, and under load every one of them late. */
const sideBySide = pLimit(8)

/** A file that is stored and checked: what the media's row will say of it. */
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

type Made = { id: string; kind: 'image' | 'video' }

/**
 * Fetches, checks and stores every file of a finished job; what is stored twice is the same bytes under the
 * same name.
 */
export const storeFiles = (app: App, made: Made, fileUrls: string[], origin: string): Promise<ResultFile[]> =>
  Promise.all(
    fileUrls.map((url, index) =>
      sideBySide(() => keepPatiently(app, { ...made, id: `${made.id}/${index}` }, url, origin)),
    ),
  )

async function keepPatiently(app: App, made: Made, url: string, origin: string): Promise<ResultFile> {
  if (new URL(url).origin !== origin) {
    throw new UnusableFile('the file is not where the provider keeps its files')
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await keepFile(app, made, url)
    } catch (error) {
      if (error instanceof UnusableFile) throw error
      if (attempt < TRIES) continue
      throw error instanceof UnusablePicture ? new UnusableFile(error.message, { cause: error }) : error
    }
  }
}

async function keepFile(app: App, made: Made, url: string): Promise<ResultFile> {
  // A video is looked at by programs that read it from disk.
  const file = await downloadFile(url, app.config.tempDir, made.kind === 'video' ? 'on disk' : 'as it fits')
  try {
    return await store(app, made, file)
  } finally {
    await file.discard()
  }
}

async function store(app: App, { id, kind }: Made, file: Downloaded): Promise<ResultFile> {
  const { source, sizeBytes, sha256, md5 } = file
  const place = 'path' in source ? source.path : source.bytes
  const seen =
    kind === 'video' ? await inspectVideo(place as string) : { ...(await inspectImage(place)), codec: null }
  const { contentType, extension, width, height, codec, thumbnail } = seen
  const originMark = await findOriginMark(place, contentType)
  const thumbnailSha256 = createHash('sha256').update(thumbnail).digest()
  const objectKey = `generated/${id}-${sha256.toString('hex')}.${extension}`
  const thumbnailKey = `thumbnails/${id}-${thumbnailSha256.toString('hex')}.jpg`
  await Promise.all([
    app.storage.put(objectKey, source, { contentType, sha256 }),
    app.storage.put(
      thumbnailKey,
      { bytes: thumbnail },
      { contentType: 'image/jpeg', sha256: thumbnailSha256 },
    ),
  ])
  const thumbnailBytes = thumbnail.length
  const about = { contentType, sizeBytes, sha256, md5, width, height, codec, originMark }
  return { ...about, objectKey, thumbnailKey, thumbnailBytes }
}
