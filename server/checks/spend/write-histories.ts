import { CLOSE_PAST_CLOCK, openPastClock } from '../../harness/past-clock/index.ts'
import type { History } from './draw-history.ts'

/** Runs one statement as a superuser. */
export type Run = (text: string, values?: string[]) => Promise<unknown>

/** The clock shows the time of the entry that is posted in this transaction. */
const OPEN = [
  ...openPastClock(`current_setting('past.now')::timestamptz`),
  `create function past.post(p_user text, entry jsonb) returns void language plpgsql as $$
   declare
     was_posted boolean := true;
   begin
     perform set_config('past.now', entry ->> 'at', true);
     if entry ->> 'kind' = 'charge' then
       select p.posted into was_posted from post_entry(entry ->> 'id', p_user, entry ->> 'mode', 'charge',
         (entry ->> 'amount')::bigint, entry ->> 'reason', 'generated_media', entry ->> 'ref', null) p;
     elsif entry ->> 'kind' = 'refund' then
       perform refund_charge(entry ->> 'id', 'generated_media', entry ->> 'ref',
         (entry ->> 'amount')::bigint);
     else
       perform post_grant(entry ->> 'ref', entry ->> 'id', p_user, entry ->> 'mode', entry ->> 'kind',
         (entry ->> 'amount')::bigint, 'of the past', entry ->> 'ref');
     end if;
     if not was_posted or not exists (select from ledger_entries e where e.id = entry ->> 'id'
                                        and e.created_at = (entry ->> 'at')::timestamptz) then
       raise exception 'the entry % was not posted at its time', entry;
     end if;
   end $$`,
  `create function past.write(history jsonb) returns void language plpgsql as $$
   declare
     one text := history ->> 'userId';
   begin
     -- The keys and products of the jobs do not exist, and the triggers of a living job have nothing to do.
     perform set_config('session_replication_role', 'replica', true);
     insert into users (id, email, password_hash) values (one, lower(one) || '@atelier.test', 'none');
     insert into sessions (digest, user_id) values (sha256((history ->> 'token')::bytea), one);
     insert into archived_media (id, user_id, mode, kind, status, cost_credits, refunded_credits)
     select j ->> 'id', one, j ->> 'mode', j ->> 'kind', j ->> 'status', (j ->> 'costCredits')::bigint,
       (j ->> 'refundedCredits')::bigint
     from jsonb_array_elements(history -> 'jobs') j where (j ->> 'isArchived')::boolean;
     insert into media (id, user_id, mode, kind, status, prompt, provider, key_id, product_id, model, size,
       orientation, duration_seconds, n, client_ref_bound, cost_credits, refunded_credits, created_at,
       deadline_at, finished_at, refunded_at, error_code, object_key, sha256, md5, content_type, size_bytes,
       width, height, thumbnail_key, thumbnail_bytes)
     select j ->> 'id', one, j ->> 'mode', j ->> 'kind', j ->> 'status', 'a mug', 'simulator', j ->> 'keyId',
       j ->> 'productId', j ->> 'model', case j ->> 'kind' when 'image' then '1:1' end,
       case j ->> 'kind' when 'video' then 'square' end, case j ->> 'kind' when 'video' then 6 else 0 end,
       (j ->> 'n')::int, false, (j ->> 'costCredits')::bigint, (j ->> 'refundedCredits')::bigint,
       (j ->> 'at')::timestamptz, (j ->> 'at')::timestamptz + interval '4 days',
       (j ->> 'endedAt')::timestamptz,
       case when (j ->> 'refundedCredits')::bigint > 0 then (j ->> 'endedAt')::timestamptz end,
       case j ->> 'status' when 'failed' then 'provider_error' when 'stalled' then 'timeout' end,
       f.name, f.hash, f.md5, f.type, f.bytes, f.side, f.side, f.name, f.bytes
     from jsonb_array_elements(history -> 'jobs') j,
       lateral (select case j ->> 'status' when 'completed' then 1 end as there) c,
       lateral (select 'files/' || (j ->> 'id') || c.there as name,
         sha256(((j ->> 'id') || c.there)::bytea) as hash,
         decode(md5((j ->> 'id') || c.there), 'hex') as md5, 'image/png' || left(c.there::text, 0) as type,
         c.there * 100 as bytes, c.there * 8 as side) f
     where not (j ->> 'isArchived')::boolean;
     perform set_config('session_replication_role', 'origin', true);
     perform past.post(one, e.value)
     from jsonb_array_elements(history -> 'entries') with ordinality e order by e.ordinality;
   end $$`,
]

/** Writes users with their jobs and entries as if each had been posted at its time. */
export async function writeHistories(run: Run, histories: Iterable<History>): Promise<void> {
  for (const statement of OPEN) await run(statement)
  try {
    for (const history of histories) await run(`select past.write($1::jsonb)`, [JSON.stringify(history)])
  } finally {
    for (const statement of CLOSE_PAST_CLOCK) await run(statement)
  }
}
