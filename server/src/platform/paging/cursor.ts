import { type IdKind, isIdOf } from '@atelier/contract'
import { Refusal } from '#platform/refusal'

/** The position of a row in a list from the newest to the oldest. */
export type CursorPosition = { createdAt: Date; id: string }

/** Before every row, so that the first page needs no special case. */
const LIST_START: CursorPosition = { createdAt: new Date('9999-12-31T00:00:00.000Z'), id: '' }

/** Opaque to callers. The database stores milliseconds too, so no row is lost between two pages. */
export const writeCursor = (row: { created_at: Date; id: string }): string =>
  Buffer.from(`${row.created_at.getTime()}.${row.id}`).toString('base64url')

/** Reads a cursor of `writeCursor` for a row of this kind; without a cursor, the start of the list. */
export function readCursor(cursor: string | undefined, kind: IdKind): CursorPosition {
  if (cursor === undefined) return LIST_START
  const [, ms, id = ''] = /^(\d{1,14})\.(\w{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!isIdOf(kind, id)) {
    throw new Refusal('invalid_request', 'cursor is not a nextCursor of this list.', { field: 'cursor' })
  }
  return { createdAt: new Date(Number(ms)), id }
}
