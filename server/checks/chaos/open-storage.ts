import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { openS3Client, type S3 } from '../../harness/processes/index.ts'

export type Storage = {
  read(key: string): Promise<Buffer>
  /** The keys of all objects. */
  listKeys(): Promise<string[]>
  close(): void
}

/** The object storage itself, without the code of the service. */
export function openStorage(s3: S3): Storage {
  const client = openS3Client(s3)
  return {
    async read(key) {
      const answer = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: key }))
      return Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
    },
    async listKeys() {
      const keys: string[] = []
      for (let token: string | undefined; ; ) {
        const command = new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken: token })
        const page = await client.send(command)
        for (const { Key } of page.Contents ?? []) if (Key) keys.push(Key)
        token = page.NextContinuationToken
        if (!token) return keys
      }
    },
    close: () => client.destroy(),
  }
}
