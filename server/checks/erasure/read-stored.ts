import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { queryDatabase } from '../../harness/driver/index.ts'
import { openS3Client, type S3 } from '../../harness/processes/index.ts'

/** A public address and the object behind it, as the database names it. */
export type StoredFile = {
  /** The media, photo or upload. */
  id: string
  userId: string
  /** The job of a sibling, the product of a photo. */
  parentId: string | null
  /** What a photo was made from. */
  sourceId: string | null
  path: string
  key: string
}

export type Stored = {
  files: StoredFile[]
  media: number
  keys: Set<string>
  log: Set<string>
  erasures: string[]
}

const SERVE = '/api/photos/serve'

/** What the database names, and what the bucket holds. */
export async function readStored(databaseUrl: string, s3: S3): Promise<Stored> {
  const files = await queryDatabase(databaseUrl, (query) =>
    query<StoredFile>(`
      select id, user_id as "userId", parent_id as "parentId", null as "sourceId", object_key as key,
        '${SERVE}/generated/' || id || substring(object_key from '\\.[a-z0-9]+$') as path
      from media where status = 'completed'
      union all
      select id, user_id, parent_id, null, thumbnail_key, '${SERVE}/thumbnails/' || id || '.jpg'
      from media where status = 'completed'
      union all
      select id, user_id, product_id, source_id, object_key,
        '${SERVE}/uploads/' || id || substring(object_key from '\\.[a-z0-9]+$')
      from photos where object_key is not null
      union all
      select id, user_id, null, null, object_key,
        '${SERVE}/uploads/' || id || substring(object_key from '\\.[a-z0-9]+$')
      from assets
      order by path`),
  )
  const all = await listKeys(s3)
  const keys = all.filter((key) => /^(generated|renditions|thumbnails|uploads)\//.test(key))
  const media = new Set(files.map(({ id }) => id).filter((id) => id.startsWith('med_'))).size
  const log = new Set(all.filter((key) => key.startsWith('erasures/')))
  const erasures = await queryDatabase(databaseUrl, (query) =>
    query<{ id: string }>('select id from erasures'),
  )
  return { files, media, keys: new Set(keys), log, erasures: erasures.map(({ id }) => id) }
}

async function listKeys(s3: S3): Promise<string[]> {
  const client = openS3Client(s3)
  const keys: string[] = []
  let after: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, StartAfter: after }))
    const found = (page.Contents ?? []).map(({ Key }) => Key as string)
    keys.push(...found)
    after = page.IsTruncated ? found.at(-1) : undefined
  } while (after !== undefined)
  client.destroy()
  return keys
}
