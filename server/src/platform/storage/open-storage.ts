import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { newSigner } from './new-signer.ts'

export type StorageSettings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Bytes on their way to storage: a small file in memory, a larger one on disk. */
export type FileSource = { bytes: Buffer } | { path: string; sizeBytes: number }

/** Where files live for good. */
export type Storage = {
  /**
   * Stores a file under a name that tells its content, so writing it again writes the same bytes. The hash is
   * part of the signature: bytes that were changed on the way are refused by the server.
   */
  put(key: string, source: FileSource, file: { contentType: string; sha256: Buffer }): Promise<void>
  /** Bytes `from` to `to`, both included, as a stream. */
  open(key: string, from: number, to: number): Promise<Readable>
  /** Gone afterwards, and also when it was gone before. */
  remove(key: string): Promise<void>
  close(): Promise<void>
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const READ_BYTES = 256 * 1024

/** The store cannot be reached or cannot answer now; nothing is known to be wrong with the request. */
export class StorageUnavailable extends Error {}

export function openStorage(settings: StorageSettings): Storage {
  const dispatcher = new Agent({
    connections: 128,
    connect: { timeout: 3_000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  })
  const base = settings.endpoint.replace(/\/$/, '')
  const sign = newSigner(settings)
  const send = async (
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    headers: Record<string, string>,
    body?: Readable | Buffer,
  ) => {
    const path = `/${settings.bucket}/${key}`
    const signed = await sign(method, path, headers)
    const sent = request(base + path, { dispatcher, method, headers: signed, body: body ?? null })
    const response = await sent.catch((cause: Error) => {
      throw new StorageUnavailable(`storage cannot be reached: ${cause.message}`, { cause })
    })
    if (response.statusCode < 300) return response
    const message = `storage answered ${response.statusCode} to ${method} ${key}: ${await response.body.text()}`
    throw response.statusCode >= 500 ? new StorageUnavailable(message) : new Error(message)
  }
  return {
    async put(key, source, { contentType, sha256 }) {
      const headers = {
        'content-type': contentType,
        'content-length': String('path' in source ? source.sizeBytes : source.bytes.length),
        'x-amz-content-sha256': sha256.toString('hex'),
      }
      const body =
        'path' in source ? createReadStream(source.path, { highWaterMark: READ_BYTES }) : source.bytes
      const response = await send('PUT', key, headers, body)
      await response.body.dump()
    },
    async open(key, from, to) {
      const headers = { range: `bytes=${from}-${to}`, 'x-amz-content-sha256': EMPTY_SHA256 }
      return (await send('GET', key, headers)).body
    },
    async remove(key) {
      const response = await send('DELETE', key, { 'x-amz-content-sha256': EMPTY_SHA256 })
      await response.body.dump()
    },
    close: () => dispatcher.close(),
  }
}
