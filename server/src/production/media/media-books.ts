import type { MediaBooks, PricedMedia } from '#access/credits'

const PAGE_ROWS = 2_000
const PRICED = 'id, user_id, mode, kind, parent_id, status, cost_credits, refunded_credits'

/** What the media of all users say about money, archived ones too, for the verification of the ledger. */
export const mediaBooks: MediaBooks = {
  readPage: (rows, afterId) =>
    rows.rows<PricedMedia>(
      `(select ${PRICED} from media where id > $1::text order by id limit ${PAGE_ROWS})
       union all
       (select ${PRICED} from archived_media where id > $1::text order by id limit ${PAGE_ROWS})
       order by id limit ${PAGE_ROWS}`,
      [afterId],
    ),
  async readKnown(rows, ids) {
    const known = await rows.rows<{ id: string }>(
      `select id from media where id = any($1::text[])
       union all select id from archived_media where id = any($1::text[])`,
      [ids],
    )
    return new Set(known.map(({ id }) => id))
  },
}
