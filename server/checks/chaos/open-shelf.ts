import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3 } from '../../harness/processes/index.ts'

export type Shelf = { read(key: string): Promise<Buffer>; close(): void }

/** The storage itself, past everything of ours. */
export function openShelf({ endpoint, region, accessKeyId, secretAccessKey, bucket }: S3): Shelf {
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  return {
    async read(key) {
      const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      return Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
    },
    close: () => client.destroy(),
  }
}
