import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newBufferCollector } from '#platform/memory'
import { UnusableFile } from './open-address.ts'

export type Downloaded = {
  source: { bytes: Buffer } | { path: string; sizeBytes: number }
  sizeBytes: number
  sha256: Buffer
  md5: Buffer
  discard(): Promise<void>
}

export type Spool = {
  readonly sizeBytes: number
  add(chunk: Buffer): Promise<void>
  finish(): Promise<Downloaded>
  discard(): Promise<void>
}

const FILE_BYTES_MAX = 64 * 1024 * 1024
/** Most pictures are smaller and never touch the disk; a larger file is never held in memory in full. */
const MEMORY_BYTES_MAX = 2 * 1024 * 1024

/** Collects and hashes chunks, in memory, and moves them to a file in `folder` when they exceed a limit. */
export function openSpool(folder: string, spoolTo: 'memory-or-disk' | 'disk'): Spool {
  const path = join(folder, randomUUID())
  const memoryBytesMax = spoolTo === 'disk' ? 0 : MEMORY_BYTES_MAX
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  let chunks: Buffer[] = []
  const collect = newBufferCollector()
  let sizeBytes = 0
  let file: FileHandle | undefined
  const discard = async () => {
    if (!file) return
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
  }
  return {
    get sizeBytes() {
      return sizeBytes
    },
    async add(chunk) {
      sizeBytes += chunk.length
      if (sizeBytes > FILE_BYTES_MAX) throw new UnusableFile('the file is too large')
      sha256.update(chunk)
      md5.update(chunk)
      chunks.push(chunk)
      if (!file && sizeBytes <= memoryBytesMax) return
      file ??= await open(path, 'w')
      await file.writev(chunks)
      chunks = []
      collect(chunk.length)
    },
    async finish() {
      await file?.close()
      const source = file ? { path, sizeBytes } : { bytes: Buffer.concat(chunks) }
      return { source, sizeBytes, sha256: sha256.digest(), md5: md5.digest(), discard }
    },
    discard,
  }
}
