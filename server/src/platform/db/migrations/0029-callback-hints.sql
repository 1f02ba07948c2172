-- What callbacks say about jobs whose submit was never answered.

-- production/media/ -----------------------------------------------------------------------------------------

-- Jobs of a provider that a genuine callback named for a part whose try has no answer. A hint is not
-- believed: the worker reads the job with our own key, and only then records it as accepted.
create table callback_hints (
  media_id ident not null references media on delete cascade,
  part smallint not null check (part >= 0),
  provider text not null,
  provider_job_id text not null check (length(provider_job_id) between 1 and 200),
  received_at timestamptz not null default now(),
  primary key (media_id, part, provider_job_id)
);

-- Keeps a hint while the part may need it: the media is open, its try has no answer, and no try has the job.
-- At most three of a part, because who knows a callback URL may send many. The api may write no other way: a
-- callback has no user, and this leads to no row of one.
create function keep_callback_hint(p_media text, p_part int, p_provider text, p_job text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept boolean;
begin
  if not exists (select from media m where m.id = p_media and m.status in ('queued', 'processing'))
     or not exists (select from provider_submits s where s.media_id = p_media and s.part = p_part
                      and s.provider = p_provider and s.state in ('intent', 'unknown')
                      and s.ended_at is null)
     or exists (select from provider_submits s where s.provider = p_provider
                  and s.provider_job_id = p_job) then
    return false;
  end if;
  -- The count below is a statement of its own: it sees what the holder before has committed.
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(E'\n', 'callback_hint', p_media, p_part), 0));
  insert into callback_hints (media_id, part, provider, provider_job_id)
  select p_media, p_part, p_provider, p_job
  where (select count(*) from callback_hints h where h.media_id = p_media and h.part = p_part) < 3
  on conflict do nothing returning true into kept;
  return coalesce(kept, false);
end $$;
