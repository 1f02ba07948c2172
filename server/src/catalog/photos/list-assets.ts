import type { Asset, PageQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import { pageOf, readCursor } from '#platform/paging'
import { type AssetRow, assetColumns, presentAsset } from './asset-row.ts'

/** One page of the uploads that are not deleted, newest first. */
export async function listAssets(
  { db, config }: App,
  owner: Owner,
  { limit, cursor }: PageQuery,
): Promise<{ assets: Asset[]; nextCursor: string | null }> {
  const { createdAt, id } = readCursor(cursor, 'asset')
  const rows = await db.rows<AssetRow>(
    `select ${assetColumns} from assets
     where user_id = $1 and mode = $2 and removed_at is null and erased_at is null
       and (created_at, id) < ($3::timestamptz, $4::text)
     order by created_at desc, id desc limit $5`,
    [owner.userId, owner.mode, createdAt, id, limit + 1],
  )
  const { shown, nextCursor } = pageOf(rows, limit)
  return { assets: shown.map((row) => presentAsset(row, config.publicUrl)), nextCursor }
}
