import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'

/** The file of the provider is unusable, and a retry cannot help. */
export class UnusableFile extends Error {}

export type Downloaded = {
  source: { bytes: Buffer } | { path: string; sizeBytes: number }
  sizeBytes: number
  sha256: Buffer
  md5: Buffer
  discard(): Promise<void>
}

const FILE_BYTES_MAX = 64 * 1024 * 1024
/** Most pictures are smaller and never touch the disk; a larger file is never held in memory in full. */
const MEMORY_BYTES_MAX = 2 * 1024 * 1024
const DOWNLOAD_MS = 120_000

const dispatcher = new Agent({ connections: 64, connect: { timeout: 3_000 } })

/** Downloads a file of a provider, hashes it meanwhile, and checks its length against the header. */
export async function downloadFile(
  url: string,
  folder: string,
  spoolTo: 'memory-or-disk' | 'disk',
): Promise<Downloaded> {
  const answer = await request(url, { dispatcher, signal: AbortSignal.timeout(DOWNLOAD_MS) })
  if (answer.statusCode !== 200) {
    await answer.body.dump()
    const isPermanent = [403, 404, 410].includes(answer.statusCode)
    throw new (isPermanent ? UnusableFile : Error)(`the file answered ${answer.statusCode}`)
  }
  const spool = openSpool(join(folder, randomUUID()), spoolTo === 'disk' ? 0 : MEMORY_BYTES_MAX)
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  let sizeBytes = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > FILE_BYTES_MAX) throw new UnusableFile('the file is too large')
      sha256.update(chunk)
      md5.update(chunk)
      await spool.add(chunk)
    }
    const promised = answer.headers['content-length']
    if (promised !== undefined && Number(promised) !== sizeBytes) {
      throw new Error(`the file was cut short: ${sizeBytes} of ${promised} bytes`)
    }
    const source = await spool.finish(sizeBytes)
    return { source, sizeBytes, sha256: sha256.digest(), md5: md5.digest(), discard: spool.discard }
  } catch (error) {
    await spool.discard()
    throw error
  }
}

/** Collects chunks in memory, and moves them to a file when they exceed the limit. */
function openSpool(path: string, memoryBytesMax: number) {
  let chunks: Buffer[] = []
  let heldBytes = 0
  let file: FileHandle | undefined
  return {
    async add(chunk: Buffer): Promise<void> {
      chunks.push(chunk)
      heldBytes += chunk.length
      if (!file && heldBytes <= memoryBytesMax) return
      file ??= await open(path, 'w')
      await file.writev(chunks)
      chunks = []
    },
    async finish(sizeBytes: number): Promise<Downloaded['source']> {
      await file?.close()
      return file ? { path, sizeBytes } : { bytes: Buffer.concat(chunks) }
    },
    async discard(): Promise<void> {
      if (!file) return
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}
