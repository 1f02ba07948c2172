import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import type { Limits } from './fetch-context.ts'
import type { FetchTimer } from './open-timer.ts'
import { UnusableAddress } from './unusable-address.ts'

/** A new file in the requested folder; exists until it is discarded. */
export type Fetched = { path: string; sizeBytes: number; sha256: Buffer; discard(): Promise<void> }

/** The first bytes of JPEG, PNG and WebP; WebP has its length between its two markers. */
const MAGIC = /^(?:ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/
const MAGIC_BYTES = 12

/** Writes a response to disk as it arrives and hashes it. Errors of the disk are thrown unchanged. */
export async function storePicture(
  response: Dispatcher.ResponseData,
  folder: string,
  limits: Limits,
  timer: FetchTimer,
): Promise<Fetched> {
  const path = join(folder, randomUUID())
  const discard = () => rm(path, { force: true })
  const sha256 = createHash('sha256')
  let sizeBytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of receive(response, limits, timer)) {
      sizeBytes += chunk.length
      sha256.update(chunk)
      await file.appendFile(chunk)
    }
    await file.close()
    return { path, sizeBytes, sha256: sha256.digest(), discard }
  } catch (error) {
    await file.close().catch(() => undefined)
    await discard()
    throw error
  }
}

/** Yields the bytes as long as they can be a picture within the size limit. */
async function* receive(
  { headers, body }: Dispatcher.ResponseData,
  { fileBytesMax, idleMs }: Limits,
  timer: FetchTimer,
): AsyncGenerator<Buffer> {
  const declaredBytes = Number(headers['content-length'] ?? 0)
  if (declaredBytes > fileBytesMax) throw new UnusableAddress('too_large')
  let head = Buffer.alloc(0)
  let sizeBytes = 0
  try {
    timer.startPhase(idleMs)
    for await (const chunk of body as AsyncIterable<Buffer>) {
      timer.startPhase(idleMs)
      sizeBytes += chunk.length
      if (sizeBytes > fileBytesMax) throw new UnusableAddress('too_large')
      head = Buffer.concat([head, chunk.subarray(0, MAGIC_BYTES - head.length)])
      if (head.length === MAGIC_BYTES) requirePicture(head)
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnusableAddress ? error : timer.errorFor('broken')
  }
  requirePicture(head)
}

function requirePicture(head: Buffer): void {
  if (!MAGIC.test(head.toString('hex'))) throw new UnusableAddress('not_a_picture')
}
