import { hash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from './view-job.ts'

export interface KeptFile {
  bytes: Buffer
  etag: string
  contentType: 'image/png' | 'video/mp4'
}

const KEPT_BYTES_MAX = 32 << 20

/** Makes a file when it is first asked for and keeps the last ones: retries come soon or never. */
export function keepFiles(dataFolder: string): (job: Job, index: number) => Promise<KeptFile> {
  const kept = new Map<string, KeptFile>()
  const underway = new Map<string, Promise<KeptFile>>()
  let keptBytes = 0
  // What a killed process left half-made is of no use to anybody.
  const workFolder = join(dataFolder, 'making')
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(workFolder, { recursive: true })
  const make = async (job: Job, index: number, name: string): Promise<KeptFile> => {
    // Loaded on first use: the renderer is half of a start, and crash tests start us again and again.
    const { makeFile } = await import('./render-file.ts')
    const { bytes, contentType } = await makeFile(job, index, workFolder)
    const file = { bytes, contentType, etag: `"${hash('sha256', bytes).slice(0, 32)}"` }
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
    const started = underway.get(name) ?? make(job, index, name).finally(() => underway.delete(name))
    underway.set(name, started)
    return started
  }
}
