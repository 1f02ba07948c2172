/** One page of a list; the cursor is opaque to the caller. */
export function pageOf<T>(items: readonly T[], limit: number, cursor: string | null) {
  const from = cursor ? Number(Buffer.from(cursor, 'base64url').toString()) : 0
  const page = items.slice(from, from + limit)
  const hasMore = from + page.length < items.length
  const next = hasMore ? Buffer.from(String(from + page.length)).toString('base64url') : null
  return { page, rest: { next_cursor: next, has_more: hasMore } }
}

/** The wanted size of a page: a whole number from 1 to the largest. */
export function limitOf(text: string | null, largest: number): number {
  const wanted = Number(text ?? largest)
  return Number.isSafeInteger(wanted) && wanted > 0 ? Math.min(wanted, largest) : largest
}
