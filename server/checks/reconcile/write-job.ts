import { randomBytes } from 'node:crypto'
import { charge, refund } from '../../src/access/credits/index.ts'
import type { Owner } from '../../src/access/identity/index.ts'
import type { Db, Tx } from '../../src/platform/db/index.ts'
import { lowestId } from '../../src/platform/ids/index.ts'
import type { Answered } from './buy-job.ts'

export type TryRow = Partial<Omit<Answered, 'state'>> & {
  try: number
  part?: number
  state: string
  startedAt: Date
  provider?: string
}

/** A job as the service would have left it. */
export type JobRow = {
  id: string
  kind: 'image' | 'video'
  status: 'completed' | 'failed' | 'stalled'
  provider: string
  model: string
  n: number
  files: number
  createdAt: Date
  /** 5 minutes later, if it is left out. */
  finishedAt?: Date
  tries: TryRow[]
}

const IMAGE_CREDITS = 400
const RANDOM_DIGITS = 13

/** Ids begin with the time, so those of the past must be made of it. */
export const newPastId = (kind: 'media' | 'transaction', at: Date): string =>
  lowestId(kind, at).slice(0, -RANDOM_DIGITS) +
  randomBytes(RANDOM_DIGITS).toString('hex').slice(0, RANDOM_DIGITS)

/** One commit: the media with its siblings, its tries, its charge, and the refund of what is missing. */
export function writeJob(db: Db, owner: Owner, job: JobRow): Promise<void> {
  const costCredits = job.n * IMAGE_CREDITS
  const owedCredits = job.status === 'completed' ? (job.n - job.files) * IMAGE_CREDITS : costCredits
  return db.transaction(async (tx) => {
    await insertMedia(tx, owner, job, { costCredits, owedCredits })
    for (let position = 1; position < job.files; position++)
      await insertSibling(tx, job.id, position, job.createdAt)
    for (const one of job.tries) await insertTry(tx, job, one)
    await charge(tx, owner, { id: job.id, kind: job.kind, costCredits })
    if (owedCredits > 0) await refund(tx, job.id, owedCredits)
  })
}

type Credits = { costCredits: number; owedCredits: number }

const insertMedia = (tx: Tx, owner: Owner, job: JobRow, { costCredits, owedCredits }: Credits) =>
  tx.row(
    `insert into media (id, user_id, mode, kind, status, prompt, provider, model, size, orientation,
       duration_seconds, n, client_ref_bound, cost_credits, refunded_credits, created_at, deadline_at,
       finished_at, refunded_at, error_code, object_key, sha256, md5, content_type, size_bytes, width, height,
       thumbnail_key, thumbnail_bytes)
     select $1::text, $2::text, $3::text, $4::text, $5::text, 'a mug', $6::text, $7::text,
       case $4::text when 'image' then '1:1' end,
       case $4::text when 'video' then 'square' end,
       case $4::text when 'video' then 6 else 0 end, $8::int, false,
       $9::int, $10::int,
       $11::timestamptz, $11::timestamptz + interval '30 minutes',
       coalesce($12::timestamptz, $11::timestamptz + interval '5 minutes'),
       case when $10::int > 0 then $11::timestamptz + interval '5 minutes' end,
       case $5::text when 'failed' then 'provider_error' when 'stalled' then 'timeout' end,
       f.name, f.hash, f.md5, f.type, f.bytes, f.side, f.side, f.name, f.bytes
     from (select case $5::text when 'completed' then 1 end as one) c, lateral (select
       'files/' || $1::text || c.one as name, sha256(($1::text || c.one)::bytea) as hash,
       decode(md5($1::text || c.one), 'hex') as md5, 'image/png' || left(c.one::text, 0) as type,
       c.one * 100 as bytes, c.one * 8 as side) f returning id`,
    [
      job.id,
      owner.userId,
      owner.mode,
      job.kind,
      job.status,
      job.provider,
      job.model,
      job.n,
      costCredits,
      owedCredits,
      job.createdAt,
      job.finishedAt,
    ],
  )

const insertSibling = (tx: Tx, parentId: string, position: number, at: Date) =>
  tx.row(
    `insert into media (id, user_id, mode, kind, parent_id, position, status, prompt, provider, model, size,
       n, client_ref_bound, cost_credits, created_at, deadline_at, finished_at, object_key, sha256, md5,
       content_type, size_bytes, width, height, thumbnail_key, thumbnail_bytes)
     select $2::text, user_id, mode, kind, id, $3::int, status, prompt, provider, model, size, 1, false, 0,
       finished_at,
       deadline_at, finished_at, object_key || '-' || $3::int, sha256, md5, content_type, size_bytes, width,
       height, thumbnail_key || '-' || $3::int, thumbnail_bytes
     from media where id = $1 returning id`,
    [parentId, newPastId('media', at), position],
  )

const insertTry = (tx: Tx, job: JobRow, one: TryRow) =>
  tx.row(
    `insert into provider_submits (media_id, part, try, provider, state, provider_job_id, handle, error_class,
       expected_cost_micros, reported_cost_micros, started_at, answered_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning try`,
    [
      job.id,
      one.part ?? 0,
      one.try,
      one.provider ?? job.provider,
      one.state,
      one.handle?.jobId,
      one.handle && JSON.stringify(one.handle),
      one.errorClass,
      one.expectedMicros,
      one.reportedMicros,
      one.startedAt,
      one.answeredAt,
      one.endedAt,
    ],
  )
