import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { queryDatabase } from '../../../harness/driver/index.ts'
import { openS3Client, type S3 } from '../../../harness/processes/index.ts'

/** What was erased after the moment of the restore must be erased again: no text in a row, and no object. */
export async function checkErased(
  databaseUrl: string,
  s3: S3,
  ids: string[],
  isEnd: boolean,
): Promise<string[]> {
  // A job that is open in the copy is erased when it ends.
  const open = isEnd ? '' : `and status not in ('queued', 'processing')`
  const list = ids.map((id) => `'${id}'`).join(', ')
  const { left, media } = await queryDatabase(databaseUrl, async (query) => ({
    left: await query<{ id: string }>(
      `select id from media where erased_at is null ${open}
         and (id in (${list}) or user_id in (${list}))
       union all select id from users where id in (${list}) and erased_at is null`,
    ),
    media: await query<{ id: string }>(
      `select id from media where parent_id is null and erased_at is not null
         and (id in (${list}) or user_id in (${list}))`,
    ),
  }))
  const objects = await findObjects(
    s3,
    media.map(({ id }) => id),
  )
  return [...left.map(({ id }) => `${id} is not erased`), ...objects.map((key) => `${key} is still stored`)]
}

async function findObjects(s3: S3, ids: string[]): Promise<string[]> {
  const client = openS3Client(s3)
  const found: string[] = []
  try {
    for (const id of ids)
      for (const folder of ['generated', 'thumbnails']) {
        const command = new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: `${folder}/${id}` })
        const { Contents = [] } = await client.send(command)
        found.push(...Contents.map(({ Key = '' }) => Key))
      }
  } finally {
    client.destroy()
  }
  return found
}
