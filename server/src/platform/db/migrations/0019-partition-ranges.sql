-- Partitions are made ahead by the worker, and emptied and dropped by a command of the operator.

-- production/media/ -----------------------------------------------------------------------------------------

-- The ranges that have partitions of their own, of all three tables, and what became of them.
create table partition_ranges (
  cell text collate "C" not null check (cell ~ '^[0-9A-Za-z]{2}$'),
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null check (to_at > from_at),
  archived_at timestamptz(3),
  primary key (cell, from_at)
);

-- No id of a media from this moment on is smaller, in the form that newId makes.
create function media_id_bound(p_cell text, p_at timestamptz) returns text language plpgsql immutable as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  ms bigint := floor(extract(epoch from p_at) * 1000);
  at text := '';
begin
  for i in 1..7 loop
    at := substr(digits, (ms % 62)::int + 1, 1) || at;
    ms := ms / 62;
  end loop;
  return 'med_' || p_cell || at || repeat('0', 13);
end $$;

create function partition_name(p_table text, p_cell text, p_from timestamptz) returns text
language sql immutable as $$
  select p_table || '_' || p_cell || '_' || to_char(p_from at time zone 'UTC', 'YYYYMMDD')
$$;

-- The partitions of one range, of all three tables. Only functions and the owner of the tables call it.
create function make_partitions(p_cell text, p_from timestamptz, p_to timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
  name text;
begin
  foreach parent in array array['media', 'provider_submits', 'attachments'] loop
    name := partition_name(parent, p_cell, p_from);
    execute format('create table %I (like %I including defaults including constraints)%s', name, parent,
      case parent when 'media' then ' with (fillfactor = 80)' else '' end);
    -- Not "create table ... partition of", which locks the whole table against reading.
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name,
      media_id_bound(p_cell, p_from), media_id_bound(p_cell, p_to));
  end loop;
  insert into partition_ranges (cell, from_at, to_at) values (p_cell, p_from, p_to);
end $$;

-- Makes partitions until they cover the next p_days. Returns how many ranges it made. It runs with the rights
-- of the owner of the tables. A range that has rows in a default partition already is left to it: the next
-- one begins on the first day without such rows.
-- It gives up after half a second, before a job that waits for it could be the victim of a deadlock.
create function extend_partitions(p_cell text, p_days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  made int := 0;
  from_day timestamptz;
  to_day timestamptz;
begin
  if p_cell !~ '^[0-9A-Za-z]{2}$' or p_days not between 1 and 366 then
    raise exception 'no partitions of % days for the cell %', p_days, p_cell;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('extend_partitions', 0));
  loop
    select greatest(max(r.to_at), date_trunc('day', now(), 'UTC')) into from_day
    from partition_ranges r where r.cell = p_cell;
    exit when from_day > now() + p_days * interval '1 day';
    -- All at first, in the order in which jobs lock them: the default partitions are read by their triggers.
    lock table media, provider_submits, attachments in share row exclusive mode;
    loop
      to_day := from_day + p_days * interval '1 day';
      exit when not exists (select from media_other o
        where o.id >= media_id_bound(p_cell, from_day) and o.id < media_id_bound(p_cell, to_day));
      from_day := from_day + interval '1 day';
    end loop;
    perform make_partitions(p_cell, from_day, to_day);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Takes settled media out of their partition, with their submits, and leaves a narrow row of each. The caller
-- has written them to a file. Small batches hold no lock for long, and foreign keys check every row.
create function archive_media(p_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from media m where m.id = any (p_ids) and (m.finished_at is null
      or (m.object_key is not null and m.removed_at is null and m.erased_at is null)
      or exists (select from attachments a where a.media_id = m.id)
      or exists (select from file_removals f where f.media_id = m.id)) for update of m) then
    raise exception 'a media that is open, has a file or is in a library cannot be archived';
  end if;
  insert into archived_media (id, user_id, mode, kind, parent_id, status, cost_credits, refunded_credits,
                              ref_digest)
  select m.id, m.user_id, m.mode, m.kind, m.parent_id, m.status, m.cost_credits, m.refunded_credits,
    case when m.client_ref_bound then ref_digest(m.user_id, m.client_ref) end
  from media m where m.id = any (p_ids);
  delete from provider_submits s where s.media_id = any (p_ids);
  delete from media m where m.id = any (p_ids);
end $$;

-- Drops the partitions of a past range that are empty. One with a row stays: the whole call fails.
create function drop_partitions(p_cell text, p_from timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  parent text;
  name text;
  is_filled boolean;
begin
  lock table media, provider_submits, attachments in access exclusive mode;
  update partition_ranges r set archived_at = now()
  where r.cell = p_cell and r.from_at = p_from and r.archived_at is null and r.to_at < now();
  if not found then
    raise exception 'there is no past range of the cell % from % on', p_cell, p_from;
  end if;
  foreach parent in array array['attachments', 'provider_submits', 'media'] loop
    name := partition_name(parent, p_cell, p_from);
    execute format('alter table %I detach partition %I', parent, name);
    execute format('select exists (select from %I)', name) into is_filled;
    if is_filled then
      raise exception 'the partition % has rows', name;
    end if;
    execute format('drop table %I', name);
  end loop;
end $$;

-- For the cell that a process has without a setting. The worker makes those of any other cell.
select extend_partitions('00', 30);
