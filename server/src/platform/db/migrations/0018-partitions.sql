-- Media, provider submits and attachments become partitions by the range of the media id, which begins with
-- cell and time. Decision 0024 says why, and what each statement costs.

-- production/media/ -----------------------------------------------------------------------------------------

lock table media, provider_submits, attachments, file_removals in access exclusive mode;

-- Copies first, then the new tables take the names of the old ones. Ids that no range covers are in the
-- default partitions: of another cell, from before decision 0021, or while no partition was made in time.
create table partitioned_media (like media including defaults including constraints) partition by range (id);
create table media_other partition of partitioned_media default with (fillfactor = 80);
insert into partitioned_media select * from media;

create table partitioned_submits (like provider_submits including defaults including constraints)
  partition by range (media_id);
create table provider_submits_other partition of partitioned_submits default;
insert into partitioned_submits select * from provider_submits;

create table partitioned_attachments (like attachments including defaults including constraints)
  partition by range (media_id);
create table attachments_other partition of partitioned_attachments default;
insert into partitioned_attachments select * from attachments;

alter table file_removals drop constraint file_removals_media_id_fkey;
drop function is_erased_media(media, media);
drop table provider_submits, attachments, media;
alter table partitioned_media rename to media;
alter table partitioned_submits rename to provider_submits;
alter table partitioned_attachments rename to attachments;

alter table media
  add primary key (id),
  add foreign key (user_id) references users,
  add foreign key (key_id) references api_keys,
  add foreign key (product_id) references products,
  add foreign key (character_id) references characters,
  add foreign key (cep_id) references ceps;
create index media_newest on media (user_id, mode, created_at desc, id desc);
-- For the binding of a clientRef and for the list by clientRef: one index where there were two.
create index media_by_ref on media (user_id, mode, client_ref) where client_ref is not null;
create index media_siblings on media (parent_id, position) where parent_id is not null;
-- Small for any size of the table, because it holds only unfinished media. deadline_at never changes, so the
-- writes of a run touch no index.
create index media_open on media (deadline_at, id) where status in ('queued', 'processing');
create index media_open_of_user on media (user_id) where status in ('queued', 'processing');
create index media_of_product on media (product_id, created_at desc, id desc) where product_id is not null;
create index media_with_file on media (finished_at, id) where status = 'completed' and removed_at is null;
create index media_inputs on media using gin (inputs jsonb_path_ops) where inputs <> '[]';

alter table provider_submits
  add primary key (media_id, try),
  add foreign key (media_id) references media;
create unique index one_live_submit on provider_submits (media_id)
  where state in ('intent', 'unknown', 'accepted');
create index submits_by_job on provider_submits (provider, provider_job_id) where provider_job_id is not null;

alter table attachments
  add primary key (product_id, media_id),
  add foreign key (product_id) references products,
  add foreign key (media_id) references media;
create index attachments_newest on attachments (product_id, media_created_at desc, media_id desc);
create index attachments_of_media on attachments (media_id);

alter table file_removals add foreign key (media_id) references media;

-- How many jobs of an owner are running, up to a limit. A function keeps its plan; inside the statement of a
-- claim, Postgres would plan all partitions again for every job, which takes longer than to look.
create function count_running(p_user text, p_mode text, p_limit int) returns int
language plpgsql stable as $$
begin
  return (select count(*) from (
    select from media m where m.user_id = p_user and m.mode = p_mode and m.status = 'processing'
    limit p_limit) running);
end $$;

-- What is left in the database of a media whose partition was archived: what its charge must say, and the
-- digest of its clientRef, so that a late retry is not charged as a new job. It holds no text of a user.
create table archived_media (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in ('image', 'video')),
  parent_id ident,
  status text not null check (status in ('completed', 'failed', 'stalled')),
  cost_credits bigint not null,
  refunded_credits bigint not null,
  ref_digest text
);
create index archived_media_by_ref on archived_media (user_id, mode, kind, ref_digest)
  where ref_digest is not null;

-- How a clientRef is kept of which only the digest may stay.
create function ref_digest(p_user text, p_ref text) returns text language sql immutable as $$
  select case when p_ref like 'erased:%' then p_ref
    else 'erased:' || encode(sha256(convert_to(p_user || E'\n' || p_ref, 'UTF8')), 'hex') end
$$;

-- A unique index must contain the partition key, so it cannot span partitions. The lock lasts until the
-- commit, and the look afterwards is a statement of its own: it sees what the holder before has committed.
-- An insert with a bound clientRef inserts no row, as "on conflict do nothing" would.
create function bind_client_ref() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(E'\n', 'client_ref', new.user_id, new.mode, new.kind, new.client_ref), 0));
  if not exists (select from media m where m.user_id = new.user_id and m.mode = new.mode
                   and m.kind = new.kind and m.client_ref = new.client_ref and m.client_ref_bound
                   and m.id <> new.id)
     and not exists (select from archived_media a where a.user_id = new.user_id and a.mode = new.mode
                       and a.kind = new.kind and a.ref_digest = ref_digest(new.user_id, new.client_ref)) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    return null;
  end if;
  raise exception 'the clientRef of media % is bound', new.id
    using errcode = 'unique_violation', constraint = 'media_client_ref';
end $$;
create trigger media_binds_inserted_ref before insert on media
  for each row when (new.client_ref_bound and new.client_ref is not null) execute function bind_client_ref();
create trigger media_binds_updated_ref before update of client_ref, client_ref_bound on media
  for each row when (new.client_ref_bound and new.client_ref is not null
    and (not old.client_ref_bound or old.client_ref is distinct from new.client_ref))
  execute function bind_client_ref();

-- The same for what a provider calls a job: two jobs with one name would get the same picture.
create function bind_provider_job() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(E'\n', 'provider_job', new.provider, new.provider_job_id), 0));
  if exists (select from provider_submits s where s.provider = new.provider
               and s.provider_job_id = new.provider_job_id
               and (s.media_id <> new.media_id or s.try <> new.try)) then
    raise exception 'the job % of % belongs to another media', new.provider_job_id, new.provider
      using errcode = 'unique_violation', constraint = 'provider_submits_provider_provider_job_id_key';
  end if;
  return new;
end $$;
create trigger submits_bind_new_job before insert on provider_submits
  for each row when (new.provider_job_id is not null) execute function bind_provider_job();
create trigger submits_bind_job before update of provider, provider_job_id on provider_submits
  for each row when (new.provider_job_id is not null
    and (old.provider, old.provider_job_id) is distinct from (new.provider, new.provider_job_id))
  execute function bind_provider_job();

-- A sibling has a job. Not a foreign key of the table to itself: with one, Postgres refuses to detach a
-- partition, because it counts siblings inside of it.
create function check_parent() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    -- The siblings of an archived job may be younger than its partition.
    if exists (select from media m where m.parent_id = old.id)
       and not exists (select from archived_media a where a.id = old.id) then
      raise exception 'media % has siblings', old.id using errcode = 'foreign_key_violation';
    end if;
    return old;
  end if;
  perform from media m where m.id = new.parent_id for key share;
  if not found then
    raise exception 'media % is a sibling of none', new.id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger media_has_parent before insert on media
  for each row when (new.parent_id is not null) execute function check_parent();
create trigger media_keeps_parent before update of parent_id on media
  for each row when (new.parent_id is not null and new.parent_id is distinct from old.parent_id)
  execute function check_parent();
create trigger media_with_siblings_stays before delete on media
  for each row execute function check_parent();

-- As before, on jsonb: a row of a partition does not have the type of the table.
create function is_erased_media(before jsonb, after jsonb) returns boolean language sql immutable as $$
  select before ->> 'erased_at' is null and after ->> 'erased_at' is not null
    and after ->> 'prompt' = '' and after -> 'inputs' = '[]' and after -> 'dropped' = '[]'
    and num_nonnulls(after ->> 'hook', after ->> 'angle', after ->> 'mask', after ->> 'body_hash',
                     after ->> 'error_message') = 0
    and (after ->> 'client_ref' is null or after ->> 'client_ref' like 'erased:%')
    and after - erased.names = before - erased.names
  from (values (array['erased_at', 'prompt', 'inputs', 'dropped', 'hook', 'angle', 'mask', 'body_hash',
                      'error_message', 'client_ref', 'client_ref_bound'])) as erased(names)
$$;

create or replace function guard_media() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed', 'stalled') then
    -- Retention may set removed_at once, and nothing else.
    if old.removed_at is null and to_jsonb(new) - 'removed_at' = to_jsonb(old) - 'removed_at' then
      return new;
    end if;
    -- An erasure may empty the texts once; the erasure of a photo may empty the label of that input.
    if is_erased_media(to_jsonb(old), to_jsonb(new)) or (has_erased_inputs(old.inputs, new.inputs)
       and to_jsonb(new) - 'inputs' = to_jsonb(old) - 'inputs') then
      return new;
    end if;
    raise exception 'media % is % and never changes again', old.id, old.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (old.status, new.status) in (('processing', 'queued'), ('queued', 'completed')) then
    raise exception 'media % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (new.id, new.user_id, new.mode, new.kind, new.cost_credits, new.created_at, new.deadline_at, new.n,
      new.inputs, new.product_id, new.erased_at)
     is distinct from
     (old.id, old.user_id, old.mode, old.kind, old.cost_credits, old.created_at, old.deadline_at, old.n,
      old.inputs, old.product_id, old.erased_at) then
    raise exception 'media % cannot change its owner, price, window or ingredients', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger media_guard before update on media for each row execute function guard_media();
