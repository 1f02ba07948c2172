import { hash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RenderedFile } from './rendered-file.ts'
import type { Job } from './view-job.ts'

const CACHE_BYTES_MAX = 32 << 20

/** Renders a file on its first request and caches the most recent ones: retries come soon or never. */
export function createFileCache(dataFolder: string): (job: Job, index: number) => Promise<RenderedFile> {
  const cache = new Map<string, RenderedFile>()
  const pending = new Map<string, Promise<RenderedFile>>()
  let cachedBytes = 0
  // Files that a killed process left unfinished are useless.
  const workFolder = join(dataFolder, 'making')
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(workFolder, { recursive: true })
  const render = async (job: Job, index: number, name: string): Promise<RenderedFile> => {
    // Loaded on first use: the renderer takes half of the start time, and crash tests restart often.
    const { renderFile } = await import('./render-file.ts')
    const { bytes, contentType } = await renderFile(job, index, workFolder)
    const file = { bytes, contentType, etag: `"${hash('sha256', bytes).slice(0, 32)}"` }
    cache.set(name, file)
    cachedBytes += bytes.length
    for (const [oldest, { bytes: dropped }] of cache) {
      if (cachedBytes <= CACHE_BYTES_MAX) break
      cache.delete(oldest)
      cachedBytes -= dropped.length
    }
    return file
  }
  return async (job, index) => {
    const name = `${job.id}/${index}`
    const file = cache.get(name)
    if (file) return file
    const started = pending.get(name) ?? render(job, index, name).finally(() => pending.delete(name))
    pending.set(name, started)
    return started
  }
}
