import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

export type StorageSettings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type Source = { path: string; sizeBytes: number } | { bytes: Buffer }

/** Where files live for good. Streams only: a file is never whole in memory. */
export type Storage = {
  /** Stores a file under a name that tells its content, so writing it again writes the same bytes. */
  put(key: string, source: Source, contentType: string): Promise<void>
  /** Bytes `from` to `to`, both included. */
  open(key: string, from: number, to: number): Promise<Readable>
  close(): void
}

export function openStorage(settings: StorageSettings): Storage {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
    // Our own SHA-256 is checked before and stored beside; a second checksum of the body would be paid for nothing.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    async put(key, source, contentType) {
      const body =
        'path' in source
          ? { Body: createReadStream(source.path), ContentLength: source.sizeBytes }
          : { Body: source.bytes, ContentLength: source.bytes.length }
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ...body }))
    },
    async open(key, from, to) {
      const answer = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${from}-${to}` }),
      )
      return answer.Body as Readable
    },
    close: () => client.destroy(),
  }
}
