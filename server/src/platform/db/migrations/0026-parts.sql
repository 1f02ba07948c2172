-- What a provider was asked for, what it answered, and what it charges us.

-- production/media/ -----------------------------------------------------------------------------------------

-- Tries are numbered through all parts of a job. `ended_at` and `error_class` say how a part ended: without a
-- class, with its files. A job of one part ends with its media; only its errors and its costs are noted here.
alter table provider_submits
  -- Of a job that the provider makes in several: which of them.
  add column part smallint not null default 0 check (part >= 0),
  -- What the adapter asks for the job with. Null: only the id in provider_job_id, from before this column.
  add column handle jsonb,
  add column error_class text,
  -- In millionths of a US dollar: what the provider said it would charge, and what it said it charged.
  add column expected_cost_micros bigint check (expected_cost_micros >= 0),
  add column reported_cost_micros bigint check (reported_cost_micros >= 0),
  add column ended_at timestamptz;

-- A job whose submit is not answered yet counts as running: a provider may hold it for a minute, and make the
-- files meanwhile. A job that no run has begun has no try.
create or replace function count_running(p_user text, p_mode text, p_limit int) returns int
language plpgsql stable as $$
begin
  return (select count(*) from (
    select from media m where m.user_id = p_user and m.mode = p_mode
      and (m.status = 'processing' or (m.status = 'queued' and m.wake_token is not null and exists (
        select from provider_submits s where s.media_id = m.id and s.state in ('intent', 'unknown'))))
    limit p_limit) running);
end $$;

-- That none is sent twice is a constraint: one live try for each part.
drop index one_live_submit;
create unique index one_live_submit on provider_submits (media_id, part)
  where state in ('intent', 'unknown', 'accepted');
