import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Agent, request } from 'undici'
import type { App } from '#app'
import { inspectImage, UnusablePicture } from '#imaging'
import type { KeptFile } from './settle.ts'

const FILE_BYTES_MAX = 64 * 1024 * 1024
const DOWNLOAD_MS = 120_000
const TRIES = 3

/** The provider's file itself is no good, however often it is fetched. */
export class UnusableFile extends Error {}

const dispatcher = new Agent({ connections: 32, connect: { timeout: 3_000 } })

/** Fetches, checks and stores every file of a finished job; what is stored twice is the same bytes under the same name. */
export const keepFiles = (app: App, id: string, fileUrls: string[], origin: string): Promise<KeptFile[]> =>
  Promise.all(fileUrls.map((url, index) => keepFile(app, id, index, url, origin)))

async function keepFile(app: App, id: string, index: number, url: string, origin: string): Promise<KeptFile> {
  if (new URL(url).origin !== origin)
    throw new UnusableFile('the file is not where the provider keeps its files')
  for (let attempt = 1; ; attempt++) {
    const path = join(app.config.tempDir, randomUUID())
    try {
      const { sizeBytes, sha256, md5 } = await download(url, path)
      const { contentType, extension, width, height, thumbnail } = await inspectImage(path)
      const name = (folder: string, hash: Buffer, ending: string) =>
        `${folder}/${id}/${index}-${hash.toString('hex')}.${ending}`
      const objectKey = name('generated', sha256, extension)
      const thumbnailKey = name('thumbnails', createHash('sha256').update(thumbnail).digest(), 'jpg')
      await Promise.all([
        app.storage.put(objectKey, { path, sizeBytes }, contentType),
        app.storage.put(thumbnailKey, { bytes: thumbnail }, 'image/jpeg'),
      ])
      const thumbnailBytes = thumbnail.length
      return { objectKey, contentType, sizeBytes, sha256, md5, width, height, thumbnailKey, thumbnailBytes }
    } catch (error) {
      if (error instanceof UnusableFile) throw error
      if (attempt < TRIES) continue
      throw error instanceof UnusablePicture ? new UnusableFile(error.message, { cause: error }) : error
    } finally {
      await rm(path, { force: true })
    }
  }
}

type Downloaded = { sizeBytes: number; sha256: Buffer; md5: Buffer }

async function download(url: string, path: string): Promise<Downloaded> {
  const answer = await request(url, { dispatcher, signal: AbortSignal.timeout(DOWNLOAD_MS) })
  if (answer.statusCode !== 200) {
    await answer.body.dump()
    const gone = [403, 404, 410].includes(answer.statusCode)
    throw new (gone ? UnusableFile : Error)(`the file answered ${answer.statusCode}`)
  }
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  let sizeBytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      sizeBytes += chunk.length
      sha256.update(chunk)
      md5.update(chunk)
      done(sizeBytes > FILE_BYTES_MAX ? new UnusableFile('the file is too large') : null, chunk)
    },
  })
  await pipeline(answer.body, count, createWriteStream(path))
  const promised = answer.headers['content-length']
  if (promised !== undefined && Number(promised) !== sizeBytes) {
    throw new Error(`the file was cut short: ${sizeBytes} of ${promised} bytes`)
  }
  return { sizeBytes, sha256: sha256.digest(), md5: md5.digest() }
}
