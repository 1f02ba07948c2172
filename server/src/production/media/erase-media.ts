import { createHash } from 'node:crypto'
import type { Owner } from '#access/identity'
import { addToMediaCount } from '#catalog/products'
import type { Rows, Tx } from '#platform/db'
import type { Input } from './media-row.ts'

/** What was erased: the media, the beginnings of their object keys, their photos, and the texts they had. */
export type ErasedMedia = { ids: string[]; prefixes: string[]; photoIds: string[]; texts: string[] }

type ErasedRow = {
  id: string
  parent_id: string | null
  position: number
  prompt: string
  hook: string | null
  inputs: Input[]
  mask: Input | null
}

/**
 * Erases a final media: from the commit on it is answered 410. Erasing a job erases all of its files; erasing
 * a sibling leaves the job and its other files. `open` when the job is still running.
 */
export async function eraseMedia(tx: Tx, id: string): Promise<ErasedMedia | 'open'> {
  const row = await tx.row<{ status: string }>(`select status from media where id = $1 for no key update`, [
    id,
  ])
  if (row?.status === 'queued' || row?.status === 'processing') return 'open'
  return erase(tx, 'id = $1 or parent_id = $1', [id])
}

/** The next final media of a user, in no particular order; empty when none is left. */
export const eraseMediaOfUser = (tx: Tx, { userId, mode }: Owner, limit: number): Promise<ErasedMedia> =>
  erase(
    tx,
    `id in (select id from media where user_id = $1 and mode = $2 and erased_at is null
              and status in ('completed', 'failed', 'stalled') limit ${limit} for no key update)`,
    [userId, mode],
  )

/** A trigger checks that these columns change, and no other. */
async function erase(tx: Tx, condition: string, values: string[]): Promise<ErasedMedia> {
  const rows = await tx.rows<ErasedRow>(
    `update media set erased_at = clock_timestamp(), prompt = '', inputs = '[]', dropped = '[]', hook = null,
       angle = null, mask = null, body_hash = null, error_message = null,
       client_ref = 'erased:' || encode(sha256(convert_to(user_id || e'\\n' || client_ref, 'UTF8')), 'hex')
     where erased_at is null and (${condition})
     returning id, parent_id, position, old.prompt, old.hook, old.inputs, old.mask`,
    values,
  )
  await leaveLibraries(
    tx,
    rows.map(({ id }) => id),
  )
  await tx.rows(`delete from callback_hints where media_id = any($1::text[])`, [rows.map(({ id }) => id)])
  // The photos of a job belong to its first media. A sibling lists them, too.
  const jobs = rows.filter((row) => row.parent_id === null)
  const photos = jobs.flatMap(({ inputs, mask }) => (mask ? [...inputs, mask] : inputs))
  return {
    ids: rows.map(({ id }) => id),
    prefixes: rows.flatMap(objectPrefixesOf),
    photoIds: photos.map(({ photoReferenceId }) => photoReferenceId),
    texts: rows.flatMap(({ prompt, hook }) => [prompt, hook ?? '']),
  }
}

/** The keys of all files of a job begin with its id, those of one file also with its position. */
function objectPrefixesOf({ id, parent_id, position }: ErasedRow): string[] {
  const name = parent_id === null ? `${id}/` : `${parent_id}/${position}-`
  return [`generated/${name}`, `thumbnails/${name}`, `renditions/${name}`]
}

async function leaveLibraries(tx: Tx, ids: string[]): Promise<void> {
  const left = await tx.rows<{ product_id: string; media: number }>(
    `with gone as (delete from attachments where media_id = any($1::text[]) returning product_id)
     select product_id, count(*)::int as media from gone group by product_id order by product_id`,
    [ids],
  )
  for (const { product_id, media } of left) await addToMediaCount(tx, product_id, -media)
}

/**
 * What is kept of the clientRef of an erased job: a late retry must find that it was bound, or it would be
 * charged as a new job.
 */
export const erasedRefOf = (userId: string, clientRef: string | null): string =>
  `erased:${createHash('sha256').update(`${userId}\n${clientRef}`).digest('hex')}`

/** The media of a job, or the one that it names. */
export async function listMediaOfJob(db: Rows, id: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(`select id from media where id = $1 or parent_id = $1`, [id])
  return rows.map((row) => row.id)
}

/** Whose media it is. */
export const findMediaOwner = (
  db: Rows,
  id: string,
): Promise<{ userId: string; status: string; erasedAt: Date | null } | undefined> =>
  db.row(`select user_id as "userId", status, erased_at as "erasedAt" from media where id = $1`, [id])

export const isErased = async (db: Rows, id: string): Promise<boolean> =>
  (await db.row(`select from media where id = $1 and erased_at is not null`, [id])) !== undefined

/** The jobs of a user that are not final. */
export const listOpenMedia = (db: Rows, userId: string): Promise<{ id: string; mode: 'live' | 'test' }[]> =>
  db.rows(`select id, mode from media where user_id = $1 and status in ('queued', 'processing')`, [userId])

/**
 * Removes label and URL of erased photos from the final jobs that used them. Returns how many jobs still name
 * one: those that are running.
 */
export async function eraseInputTexts(db: Rows, photoIds: string[]): Promise<number> {
  let open = 0
  for (const photoId of photoIds) {
    const named = JSON.stringify([{ photoReferenceId: photoId }])
    const rows = await db.rows<{ is_open: boolean }>(
      `with named as (
         select id, status in ('queued', 'processing') as is_open from media
         where inputs <> '[]' and inputs @> $1::jsonb),
       cleaned as (
         update media set inputs = (
           select jsonb_agg(case when input ->> 'photoReferenceId' = $2
             then input || '{"label": "erased", "sourceUrl": null}' else input end order by at)
           from jsonb_array_elements(inputs) with ordinality i(input, at))
         from named where media.id = named.id and not named.is_open)
       select is_open from named where is_open`,
      [named, photoId],
    )
    open += rows.length
  }
  return open
}
