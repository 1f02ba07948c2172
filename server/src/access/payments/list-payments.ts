import type { ListedPayment, PageQuery, Payment, PaymentTrouble } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { PAYMENT_COLUMNS, type PaymentRow, presentPayment } from './payment-row.ts'

/** The payments of an owner, with their receipts, newest first. */
export async function listPayments(
  db: Rows,
  userId: string,
  query: PageQuery,
): Promise<{ payments: Payment[]; nextCursor: string | null }> {
  const { createdAt, id } = readCursor(query.cursor, 'payment')
  const rows = await db.rows<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments where user_id = $1 and (created_at, id) < ($2, $3::text)
     order by created_at desc, id desc limit $4`,
    [userId, createdAt, id, query.limit + 1],
  )
  const { shown, nextCursor } = pageOf(rows, query.limit)
  return { payments: shown.map(presentPayment), nextCursor }
}

/** Those of all owners, for an admin. The database refuses everybody else. */
export async function listAllPayments(
  db: Rows,
  query: PageQuery,
): Promise<{ payments: ListedPayment[]; nextCursor: string | null }> {
  const { createdAt, id } = readCursor(query.cursor, 'payment')
  const rows = await db.rows<PaymentRow>(`select ${PAYMENT_COLUMNS} from list_all_payments($1, $2, $3)`, [
    createdAt,
    id,
    query.limit + 1,
  ])
  const { shown, nextCursor } = pageOf(rows, query.limit)
  const payments = shown.map((row) => ({
    ...presentPayment(row),
    userId: row.user_id,
    intentId: row.intent_id,
  }))
  return { payments, nextCursor }
}

type TroubleRow = {
  id: string
  type: string
  subject: string
  outcome: string | null
  attempts: number
  received_at: Date
}

const TROUBLES_MAX = 200

/** Events that a person has to look at. */
export async function listTroubles(db: Rows): Promise<PaymentTrouble[]> {
  const rows = await db.rows<TroubleRow>(`select * from list_refused_events($1)`, [TROUBLES_MAX])
  return rows.map(({ id, type, subject, outcome, attempts, received_at: at }) => ({
    eventId: id,
    type,
    subject,
    why: outcome?.replace(/^refused: /, '') ?? `it could not be applied ${attempts} times; see the log`,
    receivedAt: at.toISOString(),
  }))
}
