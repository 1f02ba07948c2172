import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '#platform/app'
import { CleanerUnavailable, type Render, UnusablePicture } from '#platform/imaging'
import { loadRenditionSource, type RenditionSource } from '#production/media'
import { tryLater } from './try-later.ts'

/**
 * Makes the rendition with a public name and stores it. All who ask at the same time wait for one making. The
 * object is written once: when another process was faster, its bytes stay.
 *
 * The file may be erased meanwhile. The erasure removes what is stored at that moment; what is stored later
 * is removed here, or by the erasure's second pass if this process dies before.
 */
export async function makeRendition(app: App, file: string): Promise<void> {
  const source = await loadRenditionSource(app, file)
  try {
    await app.renderer.once(source.key, source.userId, async (render) => {
      const [made] = await Promise.allSettled([renderAndStore(app, source, render)])
      await requireFile(app, file, source.key)
      if (made.status === 'rejected') throw made.reason
    })
  } catch (error) {
    if (error instanceof CleanerUnavailable) throw tryLater()
    if (!(error instanceof UnusablePicture)) throw error
    app.log.error({ err: error, key: source.key }, 'a rendition could not be made')
    throw tryLater()
  }
}

async function renderAndStore(app: App, source: RenditionSource, render: Render): Promise<void> {
  const path = join(app.config.tempDir, `rendition-${randomUUID()}`)
  await mkdir(app.config.tempDir, { recursive: true })
  try {
    const copy = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(await app.storage.open(source.objectKey, 0, source.sizeBytes - 1), copy)
    const { width, height, way, originMark } = source
    const bytes = await render(path, { width, height, way, originMark })
    const sha256 = createHash('sha256').update(bytes).digest()
    await app.storage.putIfAbsent(source.key, bytes, { contentType: 'image/jpeg', sha256 })
  } finally {
    await rm(path, { force: true })
  }
}

/** Refuses, and leaves nothing behind, when the file is gone by now. */
async function requireFile(app: App, file: string, key: string): Promise<void> {
  try {
    await loadRenditionSource(app, file)
  } catch (error) {
    await app.storage.remove(key)
    throw error
  }
}
