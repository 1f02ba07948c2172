import { hash } from 'node:crypto'
import type { Job } from './job-at.ts'

export interface PictureFile {
  bytes: Buffer
  etag: string
}

const KEPT_BYTES_MAX = 32 << 20

/** Draws a picture when it is first asked for and keeps the last ones: retries come soon or never. */
export function keepPictures(): (job: Job, index: number) => Promise<PictureFile> {
  const kept = new Map<string, PictureFile>()
  const underway = new Map<string, Promise<PictureFile>>()
  let keptBytes = 0
  const draw = async (job: Job, index: number, name: string): Promise<PictureFile> => {
    // Loaded on first use: the renderer is half of a start, and crash tests start us again and again.
    const { drawPicture } = await import('./draw-picture.ts')
    const bytes = await drawPicture({ ...job, index })
    const file = { bytes, etag: `"${hash('sha256', bytes).slice(0, 32)}"` }
    kept.set(name, file)
    keptBytes += bytes.length
    for (const [oldest, { bytes: dropped }] of kept) {
      if (keptBytes <= KEPT_BYTES_MAX) break
      kept.delete(oldest)
      keptBytes -= dropped.length
    }
    return file
  }
  return async (job, index) => {
    const name = `${job.id}/${index}`
    const file = kept.get(name)
    if (file) return file
    const started = underway.get(name) ?? draw(job, index, name).finally(() => underway.delete(name))
    underway.set(name, started)
    return started
  }
}
