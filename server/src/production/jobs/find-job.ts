import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import type { ErrorClass } from '#platform/providers'
import { erasedRefOf, type MediaRow, mediaColumns } from '#production/media'
import type { Order } from '#production/orders'

/** `error_class`: why the provider refused it. */
export type RefusedRow = MediaRow & { error_class: ErrorClass | null }

/**
 * A job that its provider refused, which releases its clientRef. A job that its owner cancelled before the
 * submit was answered is none: it was accepted, and a poll shows how it ended.
 */
export const findRefused = (db: Rows, owner: Owner, id: string): Promise<RefusedRow | undefined> =>
  db.row<RefusedRow>(
    `select ${mediaColumns}, (select s.error_class from provider_submits s
       where s.media_id = media.id and s.state = 'refused' order by s.try desc limit 1) as error_class
     from media
     where id = $1 and user_id = $2 and mode = $3 and status = 'failed' and not client_ref_bound
       and error_code <> 'cancelled'`,
    [id, owner.userId, owner.mode],
  )

/** The archived job that a clientRef is bound to. */
export const findArchivedByClientRef = (
  db: Rows,
  owner: Owner,
  order: Order,
): Promise<{ id: string } | undefined> =>
  db.row(`select id from archived_media where user_id = $1 and mode = $2 and kind = $3 and ref_digest = $4`, [
    owner.userId,
    owner.mode,
    order.kind,
    erasedRefOf(owner.userId, order.clientRef),
  ])

/** The job that a clientRef is bound to. The one of an erased job is kept as its digest. */
export const findByClientRef = (db: Rows, owner: Owner, order: Order): Promise<MediaRow | undefined> =>
  db.row<MediaRow>(
    `select ${mediaColumns} from media
     where user_id = $1 and mode = $2 and kind = $3 and client_ref = any($4::text[])
       and client_ref_bound`,
    [owner.userId, owner.mode, order.kind, [order.clientRef, erasedRefOf(owner.userId, order.clientRef)]],
  )
