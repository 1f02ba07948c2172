import type { ErrorCode } from '@atelier/contract'
import { IMAGE_CREDITS } from '@atelier/contract'
import { refund } from '#access/credits'
import type { Rows, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { cleanMessage, type ErrorClass } from '#platform/providers'
import { addToLibrary, type Ended, endedColumns, type Settling, tellEnd } from '#production/media'
import type { ResultFile } from '#production/results'
import { LAST_CHECK_COUNTS_MS, LAST_CHECK_LATE_MS, STORE_FILES_MS } from '#production/timing'
import { markRefused, type RefusedTry } from '#production/tries'

/** What was ordered: how many files were paid for, and the product whose library they join. */
export type OrderedFiles = { n: number; product_id: string | null }

/**
 * Completes a job in one commit: its files, the siblings, the library of the product and the refund of
 * missing files. False when the job was final already; then nothing was written.
 */
export async function settleCompleted(
  app: Settling,
  id: string,
  files: ResultFile[],
  { n, product_id }: OrderedFiles,
): Promise<boolean> {
  const startedAt = performance.now()
  // The most common job needs one statement, which saves two round trips.
  if (n === 1 && files.length === 1 && product_id === null)
    return tellEnd(app, id, await markCompleted(app.db, id, files), startedAt)
  const settled = await app.db.transaction(async (tx) => {
    const job = await markCompleted(tx, id, files)
    if (!job) return undefined
    const mediaIds = [id]
    for (const [i, file] of files.slice(1).entries()) mediaIds.push(await insertSibling(tx, id, i + 1, file))
    if (product_id !== null) await addToLibrary(tx, product_id, mediaIds)
    if (job.missing > 0) await refund(tx, id, job.missing * IMAGE_CREDITS)
    if (job.missing > 0) await dropOpenParts(tx, id)
    return job
  })
  return tellEnd(app, id, settled, startedAt)
}

/** The window closed before these parts were made. The only part of a job is done, which is not noted. */
const dropOpenParts = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(
    `update provider_submits s set cancel_at = clock_timestamp()
     where s.media_id = $1 and s.state = 'accepted' and s.ended_at is null
       and exists (select from provider_submits other where other.media_id = $1 and other.route = s.route
                   and other.part <> s.part)
     returning s.try`,
    [id],
  )

function markCompleted(
  db: Rows,
  id: string,
  files: ResultFile[],
): Promise<(Ended & { missing: number }) | undefined> {
  const [first] = files
  if (!first) throw new Error(`media ${id} cannot be completed without a file`)
  return db.row(
    `update media set status = 'completed', progress = 100, wake_token = null, run_due_at = null,
       finished_at = clock_timestamp(), object_key = $2, content_type = $3, size_bytes = $4, sha256 = $5,
       md5 = $6, width = $7, height = $8, codec = $9, ai_origin_mark = $10, thumbnail_key = $11,
       thumbnail_bytes = $12, refunded_credits = (n - $13::int) * $14,
       refunded_at = case when n > $13::int then clock_timestamp() end
     where id = $1 and status = 'processing'
     returning n - $13::int as missing, ${endedColumns}`,
    [id, ...columnsOf(first), files.length, IMAGE_CREDITS],
  )
}

async function insertSibling(tx: Tx, jobId: string, position: number, file: ResultFile): Promise<string> {
  const id = newId('media')
  await tx.row(
    `insert into media (id, user_id, mode, key_id, kind, parent_id, position, status, prompt, provider, model,
       size, product_id, character_id, cep_id, angle, hook, inputs, dropped, n, client_ref_bound,
       cost_credits, created_at, deadline_at, finished_at, progress, object_key, content_type, size_bytes,
       sha256, md5, width, height, codec, ai_origin_mark, thumbnail_key, thumbnail_bytes)
     select $14, user_id, mode, key_id, kind, id, $13, 'completed', prompt, provider, model, size, product_id,
       character_id, cep_id, angle, hook, inputs, dropped, 1, false, 0, finished_at, deadline_at,
       finished_at, 100, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
     from media where id = $1`,
    [jobId, ...columnsOf(file), position, id],
  )
  return id
}

const columnsOf = (file: ResultFile) => [
  file.objectKey,
  file.contentType,
  file.sizeBytes,
  file.sha256,
  file.md5,
  file.width,
  file.height,
  file.codec,
  file.originMark,
  file.thumbnailKey,
  file.thumbnailBytes,
]

/** `errorClass`: what went wrong at the provider, for its try. */
export type Failure = { errorCode: ErrorCode; message: string; errorClass?: ErrorClass }

/**
 * Fails and refunds a job in one commit. With `refusedTries` the provider did not accept those, and
 * the clientRef is released.
 */
export async function settleFailed(
  app: Settling,
  id: string,
  failure: Failure,
  refusedTries: RefusedTry[] = [],
): Promise<boolean> {
  const startedAt = performance.now()
  const failed = await app.db.transaction(async (tx) => {
    const refused = refusedTries.length > 0
    if (refused) {
      // Locks are taken in one order: media, then submit.
      await tx.row(`select id from media where id = $1 for no key update`, [id])
      if (!(await markRefused(tx, id, refusedTries))) return undefined
    }
    return failMedia(tx, id, failure, refused)
  })
  return tellEnd(app, id, failed, startedAt)
}

/** The failed state and the refund, inside the caller's transaction. Undefined when the job was final. */
export async function failMedia(
  tx: Tx,
  id: string,
  failure: Failure,
  freeRef: boolean,
): Promise<Ended | undefined> {
  const job = await tx.row<Ended & { cost_credits: number }>(
    `with m as (
       update media set status = 'failed', wake_token = null, run_due_at = null,
         finished_at = clock_timestamp(), refunded_at = clock_timestamp(), refunded_credits = cost_credits,
         error_code = $2, error_message = $3,
         client_ref_bound = client_ref_bound and not $4
       where id = $1 and status in ('queued', 'processing') returning id, cost_credits, ${endedColumns}),
     ended as (
       update provider_submits s set error_class = $5::text, ended_at = clock_timestamp()
       from m where s.media_id = m.id and s.state = 'accepted' and s.ended_at is null
         and $5::text is not null)
     select * from m`,
    [id, failure.errorCode, cleanMessage(failure.message), freeRef, failure.errorClass ?? null],
  )
  if (job) await refund(tx, id, job.cost_credits)
  return job
}

/**
 * Stalls and refunds a job whose window is over by the database's clock. A result that was seen but not yet
 * stored gets its time first. A poll passes `isCheckedNow: false`: it may only stall a job that was checked
 * after its window, or right before it while its run is late with the last check, or that was never sent. A
 * check that a dead run missed might have found a finished picture, and a part that ended well is delivered.
 * What the provider still makes is unwanted from here on, and a worker cancels it.
 */
export async function settleStalled(
  app: Settling,
  id: string,
  { isCheckedNow }: { isCheckedNow: boolean },
): Promise<boolean> {
  const startedAt = performance.now()
  const stalled = await app.db.transaction(async (tx) => {
    const job = await tx.row<Ended & { cost_credits: number }>(
      `with m as (
         update media set status = 'stalled', wake_token = null, run_due_at = null,
           finished_at = clock_timestamp(), refunded_at = clock_timestamp(),
           refunded_credits = cost_credits, error_code = 'timeout'
         where id = $1 and status in ('queued', 'processing') and deadline_at <= clock_timestamp()
           and (result_seen_at is null or result_seen_at < clock_timestamp() - $2 * interval '1 ms')
           and ($3 or checked_at >= deadline_at
                or (checked_at >= deadline_at - $4 * interval '1 ms'
                    and deadline_at <= clock_timestamp() - $5 * interval '1 ms')
                or not exists (select from provider_submits s where s.media_id = $1
                               and s.state in ('intent', 'unknown', 'accepted')))
           and ($3 or not exists (select from provider_submits s where s.media_id = $1
                                  and s.state = 'accepted' and s.ended_at is not null
                                  and s.error_class is null))
         returning id, cost_credits, ${endedColumns}),
       unwanted as (
         update provider_submits s set cancel_at = clock_timestamp()
         from m where s.media_id = m.id and s.state = 'accepted' and s.ended_at is null)
       select * from m`,
      [id, STORE_FILES_MS, isCheckedNow, LAST_CHECK_COUNTS_MS, LAST_CHECK_LATE_MS],
    )
    if (job) await refund(tx, id, job.cost_credits)
    return job
  })
  return tellEnd(app, id, stalled, startedAt)
}
