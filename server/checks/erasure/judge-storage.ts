import { createHash } from 'node:crypto'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { runParallel, sendRequest } from '../../harness/driver/index.ts'
import { openS3Client, type S3 } from '../../harness/processes/index.ts'
import type { Stored } from './read-stored.ts'

const CONCURRENCY = 16

type Storages = { before: Stored; after: Stored; gone: Set<string>; baseUrls: string[]; s3: S3 }

type StorageFindings = {
  compared: number
  left: string[]
  changed: string[]
  unserved: string[]
  unlogged: string[]
}

/** The name of every object contains the hash of its bytes, so that each can be checked by itself. */
export async function judgeStorage(storages: Storages): Promise<StorageFindings> {
  const { before, after, gone, baseUrls, s3 } = storages
  const kept = [...before.keys].filter((key) => !gone.has(key))
  const changed = kept.filter((key) => !after.keys.has(key)).map((key) => `${key} is missing`)
  const client = openS3Client(s3)
  await runParallel(
    CONCURRENCY,
    kept.filter((key) => after.keys.has(key)),
    async (key) => {
      const answer = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: key }))
      const bytes = (await answer.Body?.transformToByteArray()) ?? new Uint8Array()
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (!key.includes(hash)) changed.push(`${key} has other bytes`)
    },
  )
  client.destroy()
  const unserved: string[] = []
  const served = before.files.filter(({ key }) => !gone.has(key))
  await runParallel(CONCURRENCY, served, async ({ path }, at) => {
    const target = { baseUrl: baseUrls[at % baseUrls.length] as string, headers: {} }
    const { status } = await sendRequest(target, 'HEAD', path)
    if (status !== 200) unserved.push(`${path}: ${status}`)
  })
  return {
    compared: kept.length,
    left: [...after.keys].filter((key) => gone.has(key) || !before.keys.has(key)),
    changed,
    unserved,
    unlogged: after.erasures.filter((id) => !after.log.has(`erasures/${id}.json`)),
  }
}
