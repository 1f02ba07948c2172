-- A database that was restored to an earlier moment is not served until what was erased after that moment is
-- erased again (decision 0048).

-- platform/db/ ----------------------------------------------------------------------------------------------

-- The restores after which everything was done. Only the functions below touch it.
create table restores (
  id text collate "C" primary key,
  finished_at timestamptz(3) not null default clock_timestamp()
);

-- `pnpm admin restore` names each restore in the settings of the server that it restored. Its name, as long
-- as it was not finished.
create function unfinished_restore() returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select named.id from (select nullif(current_setting('atelier.restore', true), '') as id) named
  where named.id is not null and not exists (select from restores r where r.id = named.id)
$$;

create function finish_restore(p_id text) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into restores (id) values (p_id) on conflict do nothing
$$;
