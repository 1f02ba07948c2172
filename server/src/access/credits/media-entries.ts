import type { Rows } from '#platform/db'

/** A charge or a refund of a media. A charge is negative. */
export type MediaEntry = {
  id: string
  user_id: string
  mode: string
  media_id: string
  kind: 'charge' | 'refund'
  amount: number
}

const COLUMNS = 'id, user_id, mode, ref_id as media_id, kind, amount'
const OF_MEDIA = `ref_type = 'generated_media' and kind in ('charge', 'refund')`
const PAGE_ROWS = 2_000

/** Every charge and refund of these media, whenever it was posted. */
export const readEntriesOfMedia = (rows: Rows, mediaIds: string[]): Promise<MediaEntry[]> =>
  rows.rows(
    `select ${COLUMNS} from ledger_entries
     where ${OF_MEDIA} and ref_id = any($1::text[]) order by id`,
    [mediaIds],
  )

/** A page of the charges and refunds of all media with ids in between, in their order; empty at the end. */
export const readMediaEntryPage = (rows: Rows, afterId: string, beforeId: string): Promise<MediaEntry[]> =>
  rows.rows(
    `select ${COLUMNS} from ledger_entries
     where ${OF_MEDIA} and id > $1::text and id < $2::text order by id limit ${PAGE_ROWS}`,
    [afterId, beforeId],
  )
