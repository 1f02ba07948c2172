import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { App } from '#app'
import { inspectImage, UnusablePicture } from '#imaging'
import { type Downloaded, downloadFile, UnusableFile } from './download-file.ts'
import type { KeptFile } from './settle.ts'

const TRIES = 3
/** Beyond this more at once only makes each slower, and under load every one of them late. */
const sideBySide = pLimit(8)

/**
 * Fetches, checks and stores every file of a finished job; what is stored twice is the same bytes under the
 * same name.
 */
export const keepFiles = (app: App, id: string, fileUrls: string[], origin: string): Promise<KeptFile[]> =>
  Promise.all(
    fileUrls.map((url, index) => sideBySide(() => keepPatiently(app, `${id}/${index}`, url, origin))),
  )

async function keepPatiently(app: App, name: string, url: string, origin: string): Promise<KeptFile> {
  if (new URL(url).origin !== origin) {
    throw new UnusableFile('the file is not where the provider keeps its files')
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await keepFile(app, name, url)
    } catch (error) {
      if (error instanceof UnusableFile) throw error
      if (attempt < TRIES) continue
      throw error instanceof UnusablePicture ? new UnusableFile(error.message, { cause: error }) : error
    }
  }
}

async function keepFile(app: App, name: string, url: string): Promise<KeptFile> {
  const file = await downloadFile(url, app.config.tempDir)
  try {
    return await store(app, name, file)
  } finally {
    await file.discard()
  }
}

async function store(app: App, name: string, file: Downloaded): Promise<KeptFile> {
  const { source, sizeBytes, sha256, md5 } = file
  const { contentType, extension, width, height, thumbnail } = await inspectImage(
    'path' in source ? source.path : source.bytes,
  )
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
  return { objectKey, contentType, sizeBytes, sha256, md5, width, height, thumbnailKey, thumbnailBytes }
}
