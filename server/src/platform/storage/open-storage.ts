import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import {
  KeyTaken,
  newSender,
  ObjectMissing,
  type Send,
  StorageUnavailable,
  type StorageWatch,
  throwUnavailable,
} from './new-sender.ts'
import { newAddressSigner } from './new-signer.ts'
import { type ListedObjects, readListing } from './read-listing.ts'
import { readPieces } from './read-pieces.ts'
import { readSlices } from './read-slices.ts'

export type StorageSettings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** How readers reach the storage themselves; undefined when they cannot. */
  readUrl?: string | undefined
}

/** An object, and the headers that the storage is to send with it. */
export type ReadObject = {
  key: string
  contentType: string
  cacheControl: string
  disposition?: string | undefined
}

/** What to store: a small file in memory, or a larger one on disk. */
export type FileSource = { bytes: Buffer } | { path: string; sizeBytes: number }

/** Permanent storage of files, in S3. */
export type Storage = {
  /**
   * Stores a file. Its key identifies its content, so writing it again writes the same bytes. The hash is
   * part of the signature: the server refuses bytes that changed in transit.
   */
  put(key: string, source: FileSource, file: { contentType: string; sha256: Buffer }): Promise<void>
  /** Stores a file under a key that is free, and never changes it again. False when the key is taken. */
  putIfAbsent(key: string, bytes: Buffer, file: { contentType: string; sha256: Buffer }): Promise<boolean>
  /** Copies an object inside the storage. False when there is no object at `from`. */
  copy(from: string, to: string): Promise<boolean>
  /** All of a small file; undefined when there is none. */
  find(key: string): Promise<Buffer | undefined>
  /** The size of an object; undefined when there is none. */
  findSize(key: string): Promise<number | undefined>
  /** Bytes `from` to `to`, both inclusive, as a stream. */
  open(key: string, from: number, to: number): Promise<Readable>
  /** An address at which a reader gets the object for a minute; undefined when readers cannot reach it. */
  signAddress(object: ReadObject): Promise<string | undefined>
  /** Succeeds also when the file does not exist. */
  remove(key: string): Promise<void>
  /** One page of the objects whose keys begin with `prefix`, in the order of their keys, from `after` on. */
  list(prefix: string, page?: { after?: string; limit?: number }): Promise<ListedObjects>
  close(): Promise<void>
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** In each of the two pools. */
const CONNECTIONS_MAX = 64
/** S3 returns no more in one answer. */
const LIST_MAX = 1_000
/** Enough to follow a redirect, also on a slow line. What has begun to arrive is not cut off. */
const ADDRESS_SECONDS = 60

const undefinedFor = (Kind: typeof KeyTaken | typeof ObjectMissing) => (error: unknown) => {
  if (error instanceof Kind) return undefined
  throw error
}

const headersOf = ({ contentType, sha256 }: { contentType: string; sha256: Buffer }, sizeBytes: number) => ({
  'content-type': contentType,
  'content-length': String(sizeBytes),
  'x-amz-content-sha256': sha256.toString('hex'),
})

export function openStorage(settings: StorageSettings, watch: StorageWatch = {}): Storage {
  const reading = openPool()
  const writing = openPool()
  const send = newSender(settings, { reading, writing }, watch)
  return {
    async put(key, source, file) {
      const headers = headersOf(file, 'path' in source ? source.sizeBytes : source.bytes.length)
      const body = 'path' in source ? readPieces(source.path) : source.bytes
      const response = await send('PUT', key, headers, { body })
      await response.body.dump()
    },
    async putIfAbsent(key, bytes, file) {
      const headers = { ...headersOf(file, bytes.length), 'if-none-match': '*' }
      const response = await send('PUT', key, headers, { body: bytes }).catch(undefinedFor(KeyTaken))
      await response?.body.dump()
      return response !== undefined
    },
    async find(key) {
      const sent = send('GET', key, { 'x-amz-content-sha256': EMPTY_SHA256 })
      const response = await sent.catch(undefinedFor(ObjectMissing))
      return response && Buffer.from(await response.body.arrayBuffer())
    },
    async findSize(key) {
      const sent = send('HEAD', key, { 'x-amz-content-sha256': EMPTY_SHA256 })
      const response = await sent.catch(undefinedFor(ObjectMissing))
      await response?.body.dump()
      return response && Number(response.headers['content-length'])
    },
    copy: newCopy(send, settings.bucket),
    async open(key, from, to) {
      const load = async (first: number, last: number): Promise<Buffer> => {
        const headers = { range: `bytes=${first}-${last}`, 'x-amz-content-sha256': EMPTY_SHA256 }
        const { body } = await send('GET', key, headers)
        return Buffer.from(await body.arrayBuffer().catch(throwUnavailable))
      }
      return readSlices(load, from, to)
    },
    signAddress: newAddresses(settings),
    async remove(key) {
      const response = await send('DELETE', key, { 'x-amz-content-sha256': EMPTY_SHA256 })
      await response.body.dump()
    },
    async list(prefix, { after, limit = LIST_MAX } = {}) {
      const query = {
        'list-type': '2',
        'max-keys': String(limit),
        prefix,
        ...(after !== undefined && { 'start-after': after }),
      }
      const response = await send('GET', '', { 'x-amz-content-sha256': EMPTY_SHA256 }, { query })
      const date = new Date(String(response.headers.date))
      const listedAt = Number.isNaN(date.getTime()) ? new Date() : date
      return readListing(await response.body.text(), listedAt)
    },
    close: async () => {
      await Promise.all([reading.close(), writing.close()])
    },
  }
}

const newCopy =
  (send: Send, bucket: string): Storage['copy'] =>
  async (from, to) => {
    const headers = {
      'x-amz-copy-source': `/${bucket}/${from}`,
      'x-amz-content-sha256': EMPTY_SHA256,
    }
    try {
      const response = await send('PUT', to, headers)
      // S3 may fail after it has answered 200; then the body is an error.
      const text = await response.body.text()
      if (/<Error[\s>]/.test(text)) throw new StorageUnavailable(`storage could not copy ${from}: ${text}`)
      return true
    } catch (error) {
      if (error instanceof ObjectMissing) return false
      throw error
    }
  }

function newAddresses(settings: StorageSettings): Storage['signAddress'] {
  const { bucket, readUrl } = settings
  if (readUrl === undefined) return async () => undefined
  const sign = newAddressSigner({ ...settings, endpoint: readUrl })
  return ({ key, contentType, cacheControl, disposition }) => {
    const query = {
      'response-content-type': contentType,
      'response-cache-control': cacheControl,
      ...(disposition !== undefined && { 'response-content-disposition': disposition }),
    }
    return sign(`/${bucket}/${key}`, query, ADDRESS_SECONDS)
  }
}

/** Connections for reading or for writing: neither waits for the other. */
const openPool = () =>
  new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: 3_000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  })
