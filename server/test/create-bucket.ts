import { randomBytes } from 'node:crypto'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import { openS3Client } from '../harness/processes/index.ts'

/** A new, empty bucket on the S3 server that all test files share. Returns its name. */
export async function createBucket(): Promise<string> {
  const client = openS3Client(inject('s3'))
  const Bucket = `test-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket })).finally(() => client.destroy())
  return Bucket
}
