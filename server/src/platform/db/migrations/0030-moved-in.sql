-- What changed since a page looked last (decision 0035).

-- production/media/ -----------------------------------------------------------------------------------------

-- The transaction that finished the media, removed its file or erased it. Null: finished before this column.
alter table media add column moved_in bigint;
alter table media alter column moved_in set default pg_current_xact_id()::text::bigint;

create function mark_moved() returns trigger language plpgsql as $$
begin
  new.moved_in := pg_current_xact_id()::text::bigint;
  return new;
end $$;
-- Its name comes after media_guard, which compares final rows before this changes them.
create trigger media_moved before update of status, removed_at, erased_at on media
  for each row when (new.status in ('completed', 'failed', 'stalled')
    and (old.status is distinct from new.status or old.removed_at is distinct from new.removed_at
      or old.erased_at is distinct from new.erased_at))
  execute function mark_moved();

-- Holds only finished media: while a job runs, its writes do not touch this index.
create index media_moved on media (user_id, mode, moved_in)
  where moved_in is not null and status in ('completed', 'failed', 'stalled');
