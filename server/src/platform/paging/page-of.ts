import { writeCursor } from './cursor.ts'

/** One page of rows, and the cursor of the next. `rows` must have been selected with `limit + 1`. */
export function pageOf<Row extends { created_at: Date; id: string }>(
  rows: Row[],
  limit: number,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { shown, nextCursor: last ? writeCursor(last) : null }
}
