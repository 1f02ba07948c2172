-- access/quotas/ --------------------------------------------------------------------------------------------

-- What an owner has stored, by kind. Triggers keep the sums exact: any statement that adds or removes a row
-- changes its sum in the same transaction. The row is also the lock that settles parallel uploads.
create table usage_counts (
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in ('uploads', 'photos', 'memory', 'notes')),
  items bigint not null check (items >= 0),
  bytes bigint not null check (bytes >= 0),
  primary key (user_id, mode, kind)
) with (fillfactor = 50);

create function add_usage(p_user text, p_mode text, p_kind text, p_items bigint, p_bytes bigint)
returns void language plpgsql as $$
begin
  update usage_counts set items = items + p_items, bytes = bytes + p_bytes
  where user_id = p_user and mode = p_mode and kind = p_kind;
  if not found then
    insert into usage_counts (user_id, mode, kind, items, bytes)
    values (p_user, p_mode, p_kind, p_items, p_bytes)
    on conflict (user_id, mode, kind) do update
      set items = usage_counts.items + excluded.items, bytes = usage_counts.bytes + excluded.bytes;
  end if;
end $$;

-- For tables with an owner and a size; the argument of the trigger is the kind. A file counts until it is
-- removed or erased; not every table has both columns. One update per owner and statement, in one order.
create function is_counted(file jsonb) returns boolean language sql immutable as $$
  select file ->> 'removed_at' is null and file ->> 'erased_at' is null
$$;

create function count_new_files() returns trigger language plpgsql as $$
begin
  perform add_usage(user_id, mode, tg_argv[0], items, bytes) from (
    select user_id, mode, count(*) as items, coalesce(sum(size_bytes), 0)::bigint as bytes
    from new_rows where is_counted(to_jsonb(new_rows)) group by user_id, mode order by user_id, mode) sums;
  return null;
end $$;

create function count_gone_files() returns trigger language plpgsql as $$
begin
  perform add_usage(user_id, mode, tg_argv[0], -items, -bytes) from (
    select user_id, mode, count(*) as items, coalesce(sum(size_bytes), 0)::bigint as bytes
    from old_rows where is_counted(to_jsonb(old_rows)) group by user_id, mode order by user_id, mode) sums;
  return null;
end $$;

create function count_changed_files() returns trigger language plpgsql as $$
begin
  perform add_usage(user_id, mode, tg_argv[0], items, bytes) from (
    select user_id, mode, sum(item)::bigint as items, sum(size)::bigint as bytes from (
      select user_id, mode, 1 as item, coalesce(size_bytes, 0) as size
      from new_rows where is_counted(to_jsonb(new_rows))
      union all
      select user_id, mode, -1, -coalesce(size_bytes, 0)
      from old_rows where is_counted(to_jsonb(old_rows))) changes
    group by user_id, mode having sum(item) <> 0 or sum(size) <> 0 order by user_id, mode) sums;
  return null;
end $$;

-- catalog/photos/ -------------------------------------------------------------------------------------------

-- removed_at: from then on the address answers 410. The bytes are removed afterwards; bytes_removed_at is set
-- when they are gone, and until then the worker tries again.
alter table assets add column removed_at timestamptz(3), add column bytes_removed_at timestamptz(3),
  add check (bytes_removed_at is null or removed_at is not null);

create index assets_newest on assets (user_id, mode, created_at desc, id desc) where removed_at is null;
create index assets_to_remove on assets (removed_at)
  where removed_at is not null and bytes_removed_at is null;
-- Photos that were made from an upload when both still shared one object.
create index photos_of_shared_object on photos (object_key) where object_key like 'uploads/ast\_%';

create trigger count_new_assets after insert on assets referencing new table as new_rows
  for each statement execute function count_new_files('uploads');
create trigger count_changed_assets after update on assets
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_files('uploads');
create trigger count_gone_assets after delete on assets referencing old table as old_rows
  for each statement execute function count_gone_files('uploads');
create trigger count_new_photos after insert on photos referencing new table as new_rows
  for each statement execute function count_new_files('photos');
create trigger count_changed_photos after update on photos
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_files('photos');
create trigger count_gone_photos after delete on photos referencing old table as old_rows
  for each statement execute function count_gone_files('photos');

select add_usage(user_id, mode, 'uploads', count(*), sum(size_bytes)::bigint)
from assets group by user_id, mode;
select add_usage(user_id, mode, 'photos', count(*), coalesce(sum(size_bytes), 0)::bigint)
from photos group by user_id, mode;

-- learning/notes/ -------------------------------------------------------------------------------------------

create function count_notes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_usage(user_id, mode, 'notes', count(*), 0) from new_rows group by user_id, mode;
  else
    perform add_usage(user_id, mode, 'notes', -count(*), 0) from old_rows group by user_id, mode;
  end if;
  return null;
end $$;
create trigger count_new_notes after insert on memory_notes referencing new table as new_rows
  for each statement execute function count_notes();
create trigger count_gone_notes after delete on memory_notes referencing old table as old_rows
  for each statement execute function count_notes();

select add_usage(user_id, mode, 'notes', count(*), 0) from memory_notes group by user_id, mode;

-- learning/evidence/ ----------------------------------------------------------------------------------------

-- Reported rows and claims, which name their memory, not their owner.
create function count_memory() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_usage(m.user_id, m.mode, 'memory', count(*), 0)
    from new_rows r join memories m on m.id = r.memory_id group by m.user_id, m.mode;
  else
    perform add_usage(m.user_id, m.mode, 'memory', -count(*), 0)
    from old_rows r join memories m on m.id = r.memory_id group by m.user_id, m.mode;
  end if;
  return null;
end $$;
create trigger count_new_observations after insert on observations referencing new table as new_rows
  for each statement execute function count_memory();
create trigger count_gone_observations after delete on observations referencing old table as old_rows
  for each statement execute function count_memory();
create trigger count_new_claims after insert on claims referencing new table as new_rows
  for each statement execute function count_memory();
create trigger count_gone_claims after delete on claims referencing old table as old_rows
  for each statement execute function count_memory();

select add_usage(m.user_id, m.mode, 'memory', count(*), 0)
from (select memory_id from observations union all select memory_id from claims) r
join memories m on m.id = r.memory_id group by m.user_id, m.mode;

-- production/media/ -----------------------------------------------------------------------------------------

-- Media whose file retention removes now: from the decision until the bytes are gone and removed_at is set.
create table file_removals (
  media_id ident primary key references media,
  decided_at timestamptz(3) not null default clock_timestamp()
);

-- Replaces the BRIN index, which did not know which files are left. It gives retention its order.
create index media_with_file on media (finished_at, id) where status = 'completed' and removed_at is null;
drop index media_finished;

-- production/cleanup/ ---------------------------------------------------------------------------------------

-- How far the sweep of storage has come; one row. The id marks the bucket as ours: a sweep never deletes in a
-- bucket that another database uses.
create table sweep_progress (
  id smallint primary key default 1 check (id = 1),
  database_id uuid not null default gen_random_uuid(),
  -- The last key that was looked at; null between two passes.
  after_key text collate "C",
  began_at timestamptz(3)
);
insert into sweep_progress default values;
