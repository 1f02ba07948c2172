import type { Rows } from '#platform/db'
import type { EntryRow } from './walk-chain.ts'

/** What a media says about its price and refund. */
export type PricedMedia = {
  id: string
  user_id: string
  mode: string
  kind: 'image' | 'video'
  parent_id: string | null
  status: string
  cost_credits: number
  refunded_credits: number
}

/** How the module of the media is read. */
export type MediaBooks = {
  /** A page of all media in the order of their ids; empty after the last one. */
  readPage(rows: Rows, afterId: string): Promise<PricedMedia[]>
  /** Those of the ids that exist. */
  readKnown(rows: Rows, ids: string[]): Promise<Set<string>>
}

type MediaEntry = Pick<EntryRow, 'id' | 'user_id' | 'mode' | 'kind' | 'reverses' | 'reason' | 'amount'>

/** Compares every media with its entries. Returns how many media there are. */
export async function checkMedia(
  tx: Rows,
  books: MediaBooks,
  add: (sentence: string) => void,
): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const page = await books.readPage(tx, after)
    const entries = await tx.rows<MediaEntry & { ref_id: string }>(
      `select id, user_id, mode, kind, reverses, reason, amount, ref_id from ledger_entries
       where ref_type = 'generated_media' and ref_id = any($1::text[])`,
      [page.map(({ id }) => id)],
    )
    const byMedia = Map.groupBy(entries, ({ ref_id }) => ref_id)
    for (const media of page)
      for (const sentence of compareMedia(media, byMedia.get(media.id) ?? [])) add(`${media.id}: ${sentence}`)
    count += page.length
    const last = page.at(-1)
    if (!last) return count
    after = last.id
  }
}

/** What to say about entries of media that do not exist. */
export async function findMissingMedia(tx: Rows, books: MediaBooks, entries: EntryRow[]): Promise<string[]> {
  const ofMedia = entries.filter(({ ref_type }) => ref_type === 'generated_media')
  const known = await books.readKnown(
    tx,
    ofMedia.map(({ ref_id }) => ref_id),
  )
  return ofMedia
    .filter(({ ref_id }) => !known.has(ref_id))
    .map(({ id, kind, ref_id, amount }) => `${id}: a ${kind} of ${amount} without its media ${ref_id}`)
}

/** Where a media and its entries disagree. */
function compareMedia(media: PricedMedia, entries: MediaEntry[]): string[] {
  if (media.parent_id !== null)
    return entries.map(
      ({ id, kind }) => `it is a sibling without a price of its own, and has the ${kind} ${id}`,
    )
  const charge = entries.find(({ kind }) => kind === 'charge')
  const refund = entries.find(({ kind }) => kind === 'refund')
  const others = entries.filter((entry) => entry !== charge && entry !== refund)
  return [
    ...others.map(({ id, kind }) => `it has the ${kind} ${id}, which it cannot have`),
    ...checkCharge(media, charge),
    ...checkRefund(media, charge, refund),
  ]
}

function checkCharge(media: PricedMedia, charge: MediaEntry | undefined): string[] {
  if (!charge) return [`it says that ${media.cost_credits} credits were charged, and has no charge`]
  const said = `${-media.cost_credits} ${media.kind}_generation ${media.user_id} ${media.mode}`
  const posted = `${charge.amount} ${charge.reason} ${charge.user_id} ${charge.mode}`
  return said === posted ? [] : [`it says ${said}, its charge ${charge.id} says ${posted}`]
}

function checkRefund(
  media: PricedMedia,
  charge: MediaEntry | undefined,
  refund: MediaEntry | undefined,
): string[] {
  const { status, cost_credits, refunded_credits } = media
  const owed = status === 'failed' || status === 'stalled' ? cost_credits : refunded_credits
  const isOpen = status === 'queued' || status === 'processing'
  const given = refund?.amount ?? 0
  if (refunded_credits !== owed || (isOpen && refunded_credits !== 0))
    return [`it is ${status} and says that ${refunded_credits} of ${cost_credits} credits were refunded`]
  if (given !== refunded_credits)
    return [`it says that ${refunded_credits} credits were refunded, and its refund is ${given}`]
  if (!refund) return []
  const isOfCharge =
    refund.reverses === charge?.id && refund.user_id === media.user_id && refund.mode === media.mode
  return isOfCharge ? [] : [`its refund ${refund.id} does not reverse its charge`]
}
