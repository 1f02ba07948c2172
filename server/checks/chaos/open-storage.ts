import { GetObjectCommand } from '@aws-sdk/client-s3'
import { openS3Client, type S3 } from '../../harness/processes/index.ts'

export type Storage = { read(key: string): Promise<Buffer>; close(): void }

/** The object storage itself, without the code of the service. */
export function openStorage(s3: S3): Storage {
  const client = openS3Client(s3)
  return {
    async read(key) {
      const answer = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: key }))
      return Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
    },
    close: () => client.destroy(),
  }
}
